/** The examples of docs/oauth-servers.md that need a runtime of their own: they are run as they are printed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratch } from '../../../playground/server/scratch.ts'
import { installed, root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import { type MockServer, startMockServer } from './mock-server.ts'

const TIMEOUT = 60_000
const page = await readFile(join(root, 'docs/oauth-servers.md'), 'utf8')
let mock: MockServer

beforeAll(async () => {
  mock = await startMockServer()
}, TIMEOUT)
afterAll(() => mock.dispose())

/** The code block that contains this text. */
function blockWith(text: string): string {
  const blocks = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
  const [code, ...others] = blocks.filter((block) => block.includes(text))
  if (code === undefined || others.length > 0)
    throw new Error(`docs/oauth-servers.md has ${text} in other than one example`)
  return code
}

async function bundle(contents: string, platform: 'node' | 'neutral'): Promise<string> {
  const alias = Object.fromEntries(
    ['/oauth/server', '/oauth/loopback', '/oauth', ''].map((path) => [
      `mcp-over-fetch${path}`,
      join(root, 'src', path || 'core', 'index.ts'),
    ]),
  )
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile: 'bundle.js',
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    mainFields: ['module', 'main'],
    alias,
  })
  return outputFiles[0]!.text
}

const program = (listener: string) => `
import { oauth } from 'mcp-over-fetch/oauth'
import { loopback } from 'mcp-over-fetch/oauth/loopback'
const auth = oauth({ server: process.argv[2] })
${listener}
console.log(auth.status.status)

/** A person who agrees at once, after somebody sent a callback with a forged state. */
async function open(url) {
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  const { location } = await answer.json()
  for (const address of [location.replace(/state=[^&]+/, 'state=forged'), location]) {
    const response = await fetch(address)
    console.log(response.status, await response.text())
  }
}
`

test.for([
  ['Node', 'createServer', process.execPath],
  ['Bun', 'Bun.serve', installed('bun')],
] as const)('the listener for %s signs in, and the program ends', { timeout: TIMEOUT }, async ([, text, runtime]) => {
  const realm = await mock.createRealm('listener')
  const scratch = await createScratch()
  try {
    const file = join(scratch.path, 'program.mjs')
    await writeFile(file, await bundle(program(blockWith(text)), 'node'))
    const lines = (await runProcess(runtime, [file, realm.url], { limit: TIMEOUT })).trim().split('\n')
    // The browser may get its page a moment after the program is told.
    expect(lines.map((line) => line.trim()).sort()).toEqual([
      expect.stringMatching(/^200 .*You can close this window/),
      '404',
      'authorized',
    ])
  } finally {
    await scratch.dispose()
    await realm.dispose()
  }
})

test('the Worker sends a person to the sign-in and then lists tools', { timeout: TIMEOUT }, async () => {
  const realm = await mock.createRealm('documented-worker')
  const script = blockWith('webFlow({')
    .replace('https://tools.example.com/mcp', realm.url)
    .replace(/declare (function whoIs\(.*\): Promise<string>)/, "async $1 { return 'ann' }")
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      host: '127.0.0.1',
      port: 0,
      modules: true,
      script: await bundle(script, 'neutral'),
      compatibilityDate: '2026-08-01',
      durableObjects: { AUTH: { className: 'AuthObject', useSQLite: true } },
      bindings: { COOKIE_KEY: 'a secret that has at least 32 characters' },
    }),
  )
  try {
    const { origin } = await worker.ready
    const visit = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } })
    const first = await visit(origin)
    expect([first.status, first.headers.get('location')]).toEqual([302, `${origin}/connect`])
    const start = await visit(`${origin}/connect`)
    const consent = await fetch(start.headers.get('location')!, { headers: { accept: 'application/json' } })
    const { location } = (await consent.json()) as { location: string }
    const done = await visit(location, start.headers.get('set-cookie')!.split(';')[0])
    expect([done.status, done.headers.get('location')]).toEqual([302, '/'])
    const tools = await visit(origin)
    expect(tools.status).toBe(200)
    expect(await tools.json()).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'echo' })]))
  } finally {
    await worker.dispose()
    await realm.dispose()
  }
})
