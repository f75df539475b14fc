/** The kit that users get and the mock server that Miniflare hosts are one module, and answer byte for byte alike. */
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContent } from '../../../playground/server/content/index.ts'
import { createControl } from '../../../playground/server/control/control.ts'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createMockServer } from '../../../src/testing/index.ts'
import { root } from '../../support/paths.ts'

type Send = (path: string, init?: RequestInit) => Promise<Response>

let hosted: RunningServer

beforeAll(async () => {
  hosted = await startServer()
})

afterAll(() => hosted.dispose())

const rpc = (method: string, params: object = {}, headers: Record<string, string> = {}): [string, RequestInit] => [
  '/mcp',
  {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  },
]

/** Every kind of answer: streams, JSON, refusals of all transports; with a session if there is one. */
async function script(send: Send, tool: string, args: object): Promise<string[]> {
  const answers: string[] = []
  const record = async (response: Response) => {
    const type = response.headers.get('content-type')
    answers.push(`${response.status} ${type}\n${await response.text()}`)
    return response
  }
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  const opened = await record(await send(...rpc('initialize', initialize)))
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' }
  await record(await send(...rpc('tools/list', {}, session)))
  await record(await send(...rpc('tools/call', { name: tool, arguments: args, _meta: { progressToken: 1 } }, session)))
  await record(await send(...rpc('tools/call', { name: 'no such tool' }, session)))
  await record(await send(...rpc('nonsense', {}, session)))
  await record(await send(...rpc('tools/list', {}, { 'mcp-session-id': 'unknown' })))
  await record(await send('/mcp', { method: 'POST', body: '{' }))
  await record(await send('/mcp', { method: 'PUT' }))
  await record(await send('/nothing'))
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  }
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' }
  await record(await send(...rpc('server/discover', { _meta }, modern)))
  await record(await send(...rpc('tools/list', { _meta }, modern)))
  await record(await send('/mcp', { method: 'DELETE', headers: session }))
  // The only random part: session and event ids, in the order in which they appear.
  const ids = new Map<string, string>()
  return answers.map((answer) =>
    answer.replace(/\b[a-z0-9]{8}(?=-\d+\b)|\b[a-z0-9]{24}\b/g, (id) => {
      ids.set(id, ids.get(id) ?? `id-${ids.size + 1}`)
      return ids.get(id)!
    }),
  )
}

test('the in-process mock answers like the one in Miniflare', async () => {
  const control = createControl(hosted, `same-${crypto.randomUUID()}`)
  const inProcess = createInProcess({ clock: createClock(), random: Math.random, content: createTestContent })
  const at = (base: string, send: typeof fetch) => (path: string, init?: RequestInit) =>
    send(base.replace('/mcp', path), init)
  const overNetwork = await script(at(control.url, fetch), 'count', { to: 3 })
  const inMemory = await script(at(inProcess.control.url, inProcess.fetch as typeof fetch), 'count', { to: 3 })
  expect(inMemory).toEqual(overNetwork)
  expect(overNetwork.join('\n')).toContain('counted to 3')
  await control.dispose()
})

test('createMockServer answers in workerd as it does here', async () => {
  const worker = await build({
    stdin: {
      contents: `import { createMockServer } from './src/testing/index.ts'
        const server = createMockServer()
        export default { fetch: server.handle }`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modules: true,
      script: worker.outputFiles[0]!.text,
      compatibilityDate: '2026-08-01',
    }),
  )
  try {
    const server = createMockServer()
    const inWorkerd = await script(
      async (path, init) =>
        (await miniflare.dispatchFetch(`https://mock.example${path}`, init as never)) as unknown as Response,
      'slow',
      { ms: 4, steps: 2 },
    )
    const here = await script((path, init) => server.fetch(server.url.replace('/mcp', path), init), 'slow', {
      ms: 4,
      steps: 2,
    })
    expect(here).toEqual(inWorkerd)
  } finally {
    await miniflare.dispose()
  }
})

test('the Worker of this repository and the kit bundle the same server', async () => {
  const filesOf = async (entry: string) => {
    const { metafile } = await build({
      entryPoints: [entry],
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'neutral',
    })
    return new Set(Object.keys(metafile.inputs))
  }
  const kit = await filesOf('src/testing/create-mock-server.ts')
  const worker = await filesOf('playground/server/worker.ts')
  expect([...kit].filter((file) => file.startsWith('playground/'))).toEqual([])
  const server = [...kit].filter((file) => /^src\/testing\/(server|transports|features|script|sse|http\/)/.test(file))
  expect(server.length).toBeGreaterThan(50)
  expect(server.filter((file) => !worker.has(file) && !file.endsWith('in-process-fetch.ts'))).toEqual([])
})
