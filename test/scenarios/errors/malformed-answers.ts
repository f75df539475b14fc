/** Malformed answers: a response with the id of a call settles it at once, whatever else it says. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'

/** What a server may send instead of a result or an error. */
const MALFORMED: object[] = [
  { jsonrpc: '2.0', result: null },
  { jsonrpc: '2.0', result: 'ok' },
  { jsonrpc: '2.0', error: { code: -32000 } },
  { jsonrpc: '2.0', error: { code: 'E_FAIL', message: 'text code' } },
  { jsonrpc: '2.0', result: {}, error: { code: 1, message: 'both' } },
  { jsonrpc: '2.0', error: null },
  { result: {} },
]

const INVALID = { code: 'invalid-message', delivery: 'answered', message: /tools\/call/ }

/** A fetch that answers tool calls with this response, as JSON or on a stream that stays open. */
const answering =
  (type: string, next: () => object | undefined): Fetch =>
  async (url, init) => {
    const { id, method } = JSON.parse(init.body ?? '{}') as { id: number; method?: string }
    const response = method === 'tools/call' && next()
    if (!response) return fetch(url, init)
    const json = JSON.stringify({ ...response, id })
    const isStream = type === 'text/event-stream'
    const bytes = new TextEncoder().encode(isStream ? `data: ${json}\n\n` : json)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes)
        if (!isStream) controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': type } })
  }

/** A fetch that replaces the answers to tool calls on the HTTP+SSE stream. */
const replacing =
  (next: () => object | undefined): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (init.method !== 'GET') return response
    const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
    const replace = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true }).replace(/data: (\{.*"content":.*\})/, (line, json) => {
          const malformed = next()
          return malformed ? `data: ${JSON.stringify({ ...malformed, id: JSON.parse(json).id })}` : line
        })
        controller.enqueue(encoder.encode(text))
      },
    })
    return new Response(response.body!.pipeThrough(replace), response)
  }

export const malformedAnswers: Scenario[] = [
  ...['text/event-stream', 'application/json'].flatMap((type) =>
    inBothEras({
      name: `a malformed answer fails its call at once as answered, in ${type}`,
      ids: ['protocol:J-6'],
      async run({ connect, assert }) {
        const queue = [...MALFORMED]
        const client = await connect({ fetch: answering(type, () => queue.shift()) })
        for (const _ of MALFORMED) await assert.rejects(client.callTool('echo', { text: 'x' }), INVALID)
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      },
    }),
  ),
  {
    name: 'a malformed answer over HTTP+SSE fails its call at once as answered',
    ids: ['protocol:J-6'],
    async run({ connect, server, assert }) {
      const queue = [...MALFORMED]
      const client = await connect({ url: server.sseUrl, fetch: replacing(() => queue.shift()) })
      for (const _ of MALFORMED) await assert.rejects(client.callTool('echo', { text: 'x' }), INVALID)
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 1)
    },
  },
  ...inBothEras({
    name: 'an error of null beside a result is no error',
    async run({ connect, assert }) {
      const result = { content: textContent('good') }
      const next = () => ({ jsonrpc: '2.0', result, error: null })
      const client = await connect({ fetch: answering('text/event-stream', next) })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('good'))
    },
  }),
  ...inBothEras({
    name: 'a result without an id answers no call',
    ids: ['protocol:J-7', 'auth:S-33'],
    async run({ connect, assert }) {
      const stray = { jsonrpc: '2.0', result: { content: textContent('whose?') } }
      const streamed: Fetch = async (url, init) => {
        const { id, method } = JSON.parse(init.body ?? '{}') as { id: number; method?: string }
        if (method !== 'tools/call') return fetch(url, init)
        const own = { jsonrpc: '2.0', id, result: { content: textContent('ours') } }
        const events = [stray, { ...stray, id: null }, own].map((message) => `data: ${JSON.stringify(message)}\n\n`)
        return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
      }
      const client = await connect({ fetch: streamed })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('ours'))
    },
  }),
  {
    name: 'an error without an id over HTTP+SSE belongs to the only call in flight',
    ids: ['protocol:Z-11'],
    async run({ connect, server, assert }) {
      const error = { code: -32050, message: 'why', data: [1] }
      for (const [called, id] of [
        ['first', {}],
        ['second', { id: null }],
      ] as const) {
        await server.script({
          on: { path: '/sse' },
          do: [{ pass: true }, { barrier: called }, { event: { data: { jsonrpc: '2.0', ...id, error } } }],
        })
        const client = await connect({ url: server.sseUrl, keepAlive: false })
        const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), { code: 'rpc', rpcCode: -32050 })
        await server.until(
          (entries) =>
            entries.filter(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status).length >
            (called === 'first' ? 0 : 2),
        )
        await server.release(called)
        await rejection
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
        await client.close()
      }
    },
  },
]
