/** `mcp-over-fetch/workers` in workerd, with real KV and the real Cache API. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, type Request as IncomingRequest, Miniflare, Response } from 'miniflare'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'

let server: MockServer
let worker: Miniflare

beforeAll(async () => {
  const entry = fileURLToPath(new URL('stores-worker.ts', import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  worker = new Miniflare(
    convertV4MiniflareOptions({
      // Otherwise Miniflare fetches the `cf` object from a host on the internet.
      cf: false,
      name: 'stores',
      modules: true,
      script: outputFiles[0]!.text,
      compatibilityDate: '2026-08-01',
      kvNamespaces: ['KV'],
      outboundService: answer,
    }),
  )
  await worker.ready
})

afterAll(() => worker.dispose())

beforeEach(() => {
  server = createMockServer({
    versions: ['2026-07-28', '2025-11-25'],
    wire: { cache: { ttlMs: 60_000, cacheScope: 'private' } },
    tools: {
      draw: { run: () => 'drawn' },
      slow: {
        async run(_args, { progress, log }) {
          for (const step of [1, 2, 3]) await progress(step, 3)
          await log('info', 'done')
          return 'slept'
        },
      },
      fails: {
        run() {
          throw Object.assign(new Error('no such thing'), { code: -32602 })
        },
      },
      forever: { run: (_args, { wait }) => wait(3_600_000).then(() => 'never') },
    },
  })
})

/** Answers the requests that the Worker sends. */
async function answer(request: IncomingRequest): Promise<Response> {
  const { url, method } = request
  const text = method === 'POST' ? await request.text() : undefined
  const headers = Object.fromEntries(request.headers)
  const { signal } = request
  const answered = await server.fetch(url, { method, headers, signal, ...(text !== undefined && { body: text }) })
  return new Response(answered.body as ReadableStream | null, {
    status: answered.status,
    headers: Object.fromEntries(answered.headers),
  })
}

const visit = async (path: string) => (await worker.dispatchFetch(`http://app.example${path}`)).json()
const methods = () => server.journal.methods

describe.each(['kv', 'cache'])('a store of Workers: %s', (kind) => {
  test.each(['store', 'long'])('finds what was stored, and deletes one entry or those of a method: %s', async (url) => {
    expect(await visit(`/${kind}/${url}`)).toEqual({
      empty: [null, null, null, null],
      filled: ['{"n":0}', '{"n":1}', '{"n":2}', '{"n":3}'],
      oneDeleted: [null, '{"n":1}', '{"n":2}', '{"n":3}'],
      methodDeleted: [null, null, null, '{"n":3}'],
      setAgain: [null, '{"n":"again"}', null, '{"n":3}'],
      era: { era: 'legacy', transport: 'sse', protocolVersion: '2024-11-05', checkedAt: 1 },
    })
  })

  test('saves the next request its probe and its list, and shows nobody the list of another', async () => {
    const user = `?user=ada-${kind}`
    expect(await visit(`/${kind}${user}`)).toContain('draw')
    expect(methods()).toContain('tools/list')
    server.journal.clear()
    expect(await visit(`/${kind}${user}`)).toContain('draw')
    expect(methods()).toEqual([])
    await visit(`/${kind}/refresh${user}`)
    expect(methods()).toEqual(['tools/list'])
    server.journal.clear()
    expect(await visit(`/${kind}?user=eve-${kind}`)).toContain('draw')
    expect(methods()).toContain('tools/list')
  })
})

describe('a call as a stream of events', () => {
  const read = async (path: string) => {
    const response = await worker.dispatchFetch(`http://app.example${path}`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    return [...(await response.text()).matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(
      ([, event, data]) => [event, JSON.parse(data!)] as const,
    )
  }

  test('has its progress and its result', async () => {
    const events = await read('/slow')
    const progress = events.filter(([event]) => event === 'progress').map(([, data]) => data)
    expect(progress).toMatchObject([{ progress: 1 }, { progress: 2 }, { progress: 3 }])
    expect(events.at(-1)).toMatchObject(['result', { content: [{ type: 'text', text: 'slept' }] }])
  })

  test('has the error of one that fails', async () => {
    const events = await read('/fails')
    expect(events).toMatchObject([['failure', { code: 'rpc', delivery: 'answered' }]])
    expect(events[0]![1].message).toContain('no such thing')
  })

  test('ends with its reader', async () => {
    const left = new AbortController()
    // A connection of its own, as that of a browser.
    const response = await fetch(new URL('/forever', await worker.ready), { signal: left.signal })
    expect(response.status).toBe(200)
    await server.journal.until((requests) => requests.some(({ rpcMethod }) => rpcMethod === 'tools/call'))
    left.abort()
    await server.journal.until((requests) => requests.some(({ httpMethod }) => httpMethod === 'DELETE'))
    await server.journal.expectNoOpenStreams()
  })
})
