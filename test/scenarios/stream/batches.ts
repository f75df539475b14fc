/** JSON-RPC batches: read in 2025-03-26, tolerated in other revisions, never sent. */
import type { Fetch, ProtocolVersion } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'

const note = (data: unknown) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })

/** Answers every call with a batch, in which `wrap` places the answer. */
const batching =
  (form: 'body' | 'events', wrap: (answer: object) => object[]): Fetch =>
  async (url, init) => {
    const { id, method } = JSON.parse(init.body ?? '{}') as { id?: number; method?: string }
    if (method !== 'tools/call') return fetch(url, init)
    const answer = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'batched' }] } }
    const batch = JSON.stringify(wrap(answer))
    return form === 'body'
      ? new Response(batch, { headers: { 'content-type': 'application/json' } })
      : new Response(`data: ${batch}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
  }

export const batches: Scenario[] = [
  {
    name: 'a batch of 2025-03-26 is read wherever the answer stands in it',
    ids: ['protocol:J-13', 'protocol:T-41'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-03-26'] })
      for (const form of ['body', 'events'] as const) {
        for (const wrap of [
          (answer: object) => [answer],
          (answer: object) => [note('a'), note('b'), answer],
          (answer: object) => [note('a'), answer, note('late')],
        ]) {
          const client = await connect({ fetch: batching(form, wrap) })
          assert.equal(client.connection.protocolVersion, '2025-03-26')
          const result = await client.callTool('echo', { text: 'x' }, { onLog: () => {} })
          assert.equal(result.content, [{ type: 'text', text: 'batched' }], form)
        }
      }
    },
  },
  ...inBothEras({
    name: 'a batch from a revision without batches settles the call, and the client still works',
    ids: ['protocol:J-17'],
    async run(world) {
      const { connect, assert } = world
      for (const form of ['body', 'events'] as const) {
        const client = await connect({ fetch: batching(form, (answer) => [answer]), timeout: 4_000 })
        const outcome = await client.callTool('echo', { text: 'x' }).catch((error: unknown) => error)
        const settled = outcome instanceof Error ? (outcome as { code?: string }).code : 'result'
        assert.includes(['result', 'invalid-message'], settled, form)
        assert((await client.listTools()).length > 0, 'it goes on')
      }
    },
  }),
  {
    name: 'the client never sends a batch, in any revision',
    ids: ['protocol:J-16'],
    async run({ connect, connectModern, server, assert }) {
      const revisions: ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26']
      for (const version of revisions) {
        const client = await connect({ versions: [version] })
        await Promise.all([client.listTools(), client.listPrompts(), client.callTool('echo', { text: 'x' })])
      }
      const modern = await connectModern()
      await Promise.all([modern.listTools(), modern.listPrompts(), modern.callTool('echo', { text: 'x' })])
      const bodies = (await server.journal()).flatMap(({ body }) => (body === undefined ? [] : [body]))
      assert(bodies.length >= 16, 'there were requests')
      assert(!bodies.some((body) => Array.isArray(body)), 'each holds one message')
    },
  },
  {
    name: 'a batch is read, in a JSON body and in one event',
    ids: ['protocol:J-13'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-03-26'] })
      const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'one' } }
      const client = await connect({
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          if (!init.body?.includes('tools/call')) return response
          const [answer] = /\{"jsonrpc".*\}/.exec(await response.text()) ?? []
          const batch = `[${JSON.stringify(note)},${answer}]`
          const sse = response.headers.get('content-type') === 'text/event-stream'
          return new Response(sse ? `data: ${batch}\n\n` : batch, { headers: response.headers })
        },
      })
      for (const answer of ['json', 'sse'] as const) {
        await server.configure({ answer })
        const logs: unknown[] = []
        const result = await client.callTool('echo', { text: answer }, { onLog: ({ data }) => logs.push(data) })
        assert.equal(result.content, [{ type: 'text', text: answer }])
        assert.equal(logs, ['one'])
      }
    },
  },
]
