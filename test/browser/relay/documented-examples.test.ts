/** The relays of docs/relay.md, each in its runtime: they are run as they are printed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScratch } from '../../../playground/server/scratch.ts'
import { connect, type Fetch } from '../../../src/core/index.ts'
import { relayed } from '../../../src/relay/index.ts'
import { sendOddRequests } from '../../package/examples/odd-requests.ts'
import { findExamples } from '../../package/markdown-examples.ts'
import { freePort } from '../../support/free-port.ts'
import { installed, root } from '../../support/paths.ts'
import { startProcess } from '../../support/processes.ts'
import { PAGE, type ServerWithoutCors, startWithoutCors } from './servers.ts'

const page = await readFile(join(root, 'docs/relay.md'), 'utf8')
let server: ServerWithoutCors

beforeAll(async () => {
  server = await startWithoutCors()
})
afterAll(() => server.close())

/** The example with this text, for the server of this test and at this port, as one file. */
async function program(text: string, port = 0): Promise<string> {
  const examples = findExamples(page, ['ts', 'js']).filter(({ code }) => code.includes(text))
  expect(examples).toHaveLength(1)
  const contents = examples[0]!.code
    .replaceAll('https://tools.example.com', server.origin)
    .replaceAll('8080', `${port}`)
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    alias: { 'mcp-over-fetch/relay': join(root, 'src/relay/index.ts') },
  })
  return outputFiles[0]!.text
}

/** As a page of this origin. */
const from =
  (origin: string): Fetch =>
  (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, origin } })

/** A call with progress, one that is aborted, a server that is not allowed, and a page that is not listed. */
async function examine(address: string): Promise<void> {
  const client = await connect(server.url, { fetch: relayed(address, { fetch: from(PAGE) }) })
  const seen: number[] = []
  const onProgress = ({ progress }: { progress: number }) => seen.push(progress)
  await client.callTool('count', { to: 3, every: 5 }, { onProgress })
  expect(seen).toEqual([1, 2, 3])
  const stop = new AbortController()
  const call = client.callTool(
    'count',
    { to: 1_000, every: 20 },
    { signal: stop.signal, onProgress: () => stop.abort() },
  )
  await expect(call).rejects.toThrow()
  await client.close()
  await expect.poll(server.open).toBe(0)
  const refused = { fetch: relayed(address, { fetch: from(PAGE) }), eraCache: new Map() }
  await expect(connect('https://evil.example/mcp', refused)).rejects.toMatchObject({
    code: 'relay',
    reason: 'not-allowed',
  })
  const foreign = { fetch: relayed(address, { fetch: from('https://evil.example') }), eraCache: new Map() }
  await expect(connect(server.url, foreign)).rejects.toMatchObject({ code: 'relay', reason: 'origin' })
}

describe('the relay of docs/relay.md', () => {
  test.for([
    ['Node', 'createServer', process.execPath, []],
    ['Deno', 'Deno.serve', installed('deno'), ['run', '--no-prompt', '--allow-net=127.0.0.1', '--quiet']],
    ['Bun', 'Bun.serve', installed('bun'), []],
  ] as const)('works in %s', async ([, text, runtime, args]) => {
    const scratch = await createScratch()
    const port = await freePort()
    const file = join(scratch.path, 'relay.mjs')
    await writeFile(file, await program(text, port))
    const { stop } = startProcess(runtime, [...args, file], { stdio: 'inherit' })
    try {
      const address = `http://127.0.0.1:${port}/`
      while (!(await fetch(address).catch(() => undefined))) await sleep(20)
      await sendOddRequests(port)
      await examine(address)
    } finally {
      await stop()
      await scratch.dispose()
    }
  })

  test('works on Workers', async () => {
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        cf: false,
        host: '127.0.0.1',
        port: 0,
        modules: true,
        script: await program('https://login.example.com'),
        compatibilityDate: '2026-08-01',
        compatibilityFlags: ['enable_request_signal'],
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      }),
    )
    try {
      await worker.ready
      await examine((await worker.unsafeGetDirectURL()).href)
    } finally {
      await worker.dispose()
    }
  })
})
