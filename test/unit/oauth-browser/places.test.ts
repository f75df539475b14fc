/** The parts for servers and command lines, where they are made for. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createScratch } from '../../../playground/server/scratch.ts'
import { createControl } from '../../../src/testing/index.ts'
import { installed, root } from '../../runtimes/places.ts'
import { runProcess } from '../../runtimes/processes.ts'

const limit = 60_000
let mock: RunningServer

beforeAll(async () => {
  mock = await startServer()
}, limit)
afterAll(() => mock.dispose())

function bundle(name: string) {
  const entryPoints = [join(root, 'test/unit/oauth-browser/places', name)]
  return build({
    entryPoints,
    outfile: 'bundle.js',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
}

async function createRealm(name: string) {
  const realm = createControl(mock, `${name}-${crypto.randomUUID()}`)
  await realm.configure({ oauth: {} })
  return realm
}

async function startWorker(server: string, compatibilityDate: string): Promise<Miniflare> {
  const { outputFiles } = await bundle('worker.ts')
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      host: '127.0.0.1',
      port: 0,
      modules: true,
      script: outputFiles[0]!.text,
      compatibilityDate,
      durableObjects: { AUTH: { className: 'AuthObject', useSQLite: true } },
      bindings: { SERVER: server },
    }),
  )
  await worker.ready
  return worker
}

/** As a browser does it, up to the callback. */
async function goAndAllow(app: string, person: string): Promise<{ callback: string; cookie: string }> {
  const away = await fetch(`${app}/${person}/connect`, { redirect: 'manual' })
  expect(away.status).toBe(302)
  const answer = await fetch(away.headers.get('location')!, { headers: { accept: 'application/json' } })
  const { location } = (await answer.json()) as { location: string }
  return { callback: location, cookie: away.headers.get('set-cookie')!.split(';')[0]! }
}

describe.each(['2024-01-01', '2026-08-01'])('in workerd of %s', (date) => {
  test('people sign in, keep apart, and many requests at once refresh once', { timeout: limit }, async () => {
    const realm = await createRealm('worker')
    const worker = await startWorker(realm.url, date)
    try {
      const app = (await worker.ready).origin
      const call = async (person: string) => (await fetch(`${app}/${person}/call`)).text()
      expect(await call('ann')).toBe('first')
      const [ann, bob] = [await goAndAllow(app, 'ann'), await goAndAllow(app, 'bob')]
      const back = (callback: string, cookie: string) => fetch(callback, { headers: { cookie }, redirect: 'manual' })
      expect((await back(ann.callback, bob.cookie)).status).toBe(400)
      expect((await back(ann.callback.replace('/ann/', '/bob/'), ann.cookie)).status).toBe(400)
      expect((await back(ann.callback, ann.cookie)).headers.get('location')).toBe('/ann')
      expect([await call('ann'), await call('bob')]).toEqual(['called', 'first'])
      await realm.act({ expireTokens: true })
      const answers = await Promise.all(Array.from({ length: 20 }, () => call('ann')))
      expect(answers).toEqual(Array(20).fill('called'))
      const tokenRequests = (await realm.journal()).map(({ body }) =>
        new URLSearchParams(String(body)).get('grant_type'),
      )
      expect(tokenRequests.filter((grant) => grant === 'refresh_token')).toHaveLength(1)
    } finally {
      await worker.dispose()
      await realm.dispose()
    }
  })
})

test('in Deno, a program signs in through its own listener and ends', { timeout: limit }, async () => {
  const realm = await createRealm('command-line')
  const scratch = await createScratch()
  try {
    const { outputFiles } = await bundle('command-line.ts')
    const program = join(scratch.path, 'program.mjs')
    await writeFile(program, outputFiles[0]!.text)
    const options = [
      'run',
      '--no-prompt',
      '--no-config',
      '--no-lock',
      '--no-remote',
      '--no-npm',
      '--allow-net=127.0.0.1',
    ]
    const output = await runProcess(installed('deno'), [...options, program, realm.url], { limit })
    const lines = output.trim().split('\n')
    expect(lines[0]?.trim()).toBe('404')
    expect(lines[1]).toMatch(/^200 .*You can close this window/)
    expect(lines.at(-1)).toBe('authorized')
  } finally {
    await scratch.dispose()
    await realm.dispose()
  }
})
