/** Input rounds: each is a full request of its own. */
import type { Client } from '../../../src/core/index.ts'
import { tasks } from '../../../src/tasks/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { accept, done, form, handlers, lastAnswers, needs, onRound, roundsIn } from '../steps/input-required.ts'
import { refusal } from '../steps/modern.ts'

export const rounds: Scenario[] = [
  {
    name: 'each round is a request of its own, with fresh _meta, headers and progress token',
    ids: ['protocol:M-20'],
    async run({ connectModern, server, assert }) {
      for (const answer of ['json', 'sse'] as const) {
        await server.configure({ answer })
        const client = await connectModern({ handlers })
        const before = callsIn(await server.journal()).length
        const seen: unknown[] = []
        const meta = { 'example.com/note': answer }
        const options = { onProgress: ({ progress }: { progress: number }) => seen.push(progress), meta }
        await client.callTool('test_streaming_elicitation', {}, options)
        // The tool reports progress in both rounds, which a JSON body cannot carry.
        assert.equal(seen, answer === 'sse' ? [1, 1] : [])
        const [first, second] = callsIn(await server.journal()).slice(before)
        for (const { headers, body, id } of [first!, second!]) {
          assert.match(headers, { 'mcp-method': 'tools/call', 'mcp-name': 'test_streaming_elicitation' })
          const sent = (body as { params: { _meta: Record<string, unknown> } }).params._meta
          assert.match(sent, {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'example.com/note': answer,
            progressToken: id,
          })
        }
        assert(first?.id !== second?.id, 'ids differ')
      }
    },
  },
  {
    name: 'Mcp-Param headers are sent in every round',
    ids: ['protocol:M-20'],
    async run({ connectModern, server, assert }) {
      await server.script(needs(1, { inputRequests: { first: form() } }))
      const client = await connectModern({ handlers })
      await client.listTools()
      assert.equal(textsOf(await client.callTool('region', { region: 'eu', priority: 3 })), [
        '{"region":"eu","priority":3}',
      ])
      const repeated = callsIn(await server.journal()).map(({ headers }) => headers['mcp-param-region'])
      assert.equal(repeated, ['eu', 'eu'])
    },
  },
  {
    name: 'a round whose answer is lost fails like any other request',
    ids: ['protocol:M-20'],
    async run({ connectModern, server, assert }) {
      await server.script(needs(1, { inputRequests: { first: form() } }), {
        on: { rpcMethod: 'tools/call' },
        nth: 2,
        do: [{ stream: {} }, { comment: 'soon' }, { fault: true }],
      })
      const client: Client = await connectModern({ handlers })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'connection', delivery: 'unknown' })
      assert.equal(roundsIn(await server.journal()).length, 2)
    },
  },
  {
    name: 'an input round may be followed by a task',
    ids: ['protocol:M-23'],
    async run({ connectModern, server, assert }) {
      const times = { createdAt: '2026-08-01T00:00:00Z', lastUpdatedAt: '2026-08-01T00:00:00Z', ttlMs: null }
      const task = { taskId: 'task-1', status: 'completed', pollIntervalMs: 1, ...times }
      const result = { content: [{ type: 'text', text: 'by and by' }] }
      await server.script(needs(1, { inputRequests: { first: form() } }), onRound(2, { resultType: 'task', ...task }), {
        on: { rpcMethod: 'tasks/get' },
        do: [{ answerJson: { resultType: 'complete', ...task, result } }],
      })
      const client = await connectModern({ handlers, extensions: tasks() })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['by and by'])
      assert.equal(await server.methods().then((all) => all.filter((method) => method !== 'server/discover')), [
        'tools/call',
        'tools/call',
        'tasks/get',
      ])
    },
  },
  {
    name: 'a HeaderMismatch after an input round does not ask the person again',
    async run({ connectModern, server, assert }) {
      let asked = 0
      const elicit = () => {
        asked++
        return accept({ name: 'Ada' })
      }
      await server.script(
        needs(1, { inputRequests: { first: form() }, requestState: 's' }),
        { on: { rpcMethod: 'tools/call' }, nth: 2, do: [refusal(400, -32020)] },
        done(3),
      )
      const client = await connectModern({ handlers: { elicit } })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['done'])
      assert.equal(asked, 1)
      const journal = await server.journal()
      assert.equal([callsIn(journal).length, lastAnswers(journal)], [3, { first: accept({ name: 'Ada' }) }])
    },
  },
]
