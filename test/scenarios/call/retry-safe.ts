/** `retry: 'safe'`: a call with an unknown outcome is repeated only if its tool is read-only or idempotent. */
import type { CallToolOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textsOf } from '../steps/calls.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'

/** The streams of the first calls end before their answer and cannot be resumed. */
const lost = (times: number) =>
  Array.from({ length: times }, (_, index) => ({
    on: { rpcMethod: 'tools/call' },
    nth: index + 1,
    do: [{ stream: {} }, { comment: 'so far' }, { close: true as const }],
  }))

const safe: CallToolOptions = { retry: 'safe' }

const unknown = { code: 'connection', delivery: 'unknown' }

export const retrySafe: Scenario[] = [
  ...inBothEras({
    name: "with retry: 'safe' a read-only tool whose answer was lost is called once more, under a new id",
    ids: ['protocol:X-6'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.listTools()
      await server.script(...lost(1))
      assert.equal((await client.callTool('echo', { text: 'again' }, safe)).content, [{ type: 'text', text: 'again' }])
      const ids = (await server.journal()).flatMap(({ rpcMethod, id }) => (rpcMethod === 'tools/call' ? [id] : []))
      assert.equal(ids.length, 2)
      assert(ids[0] !== ids[1], 'each has its own id')
    },
  }),
  ...inBothEras({
    name: "with retry: 'safe' an idempotent tool is called once more, and any other tool is not",
    ids: ['protocol:X-6'],
    async run({ connect, server, assert }) {
      const client = await connect({ cache: false })
      const annotated = [
        [{ idempotentHint: true }, 2],
        [{ readOnlyHint: true }, 2],
        [{ readOnlyHint: false, destructiveHint: false }, 1],
        [undefined, 1],
      ] as const
      for (const [annotations, times] of annotated) {
        const tool = { name: 'echo', inputSchema: { type: 'object' }, ...(annotations && { annotations }) }
        await server.script(...answersTo('tools/list', { tools: [tool] }), ...lost(1))
        await client.listTools()
        const before = await timesSent(server, 'tools/call')
        const outcome = await client.callTool('echo', { text: 'x' }, safe).catch((error: unknown) => error)
        assert.equal((await timesSent(server, 'tools/call')) - before, times, JSON.stringify(annotations))
        assert.match(outcome, times === 2 ? { content: [{ type: 'text', text: 'x' }] } : unknown)
      }
    },
  }),
  ...inBothEras({
    name: "with retry: 'safe' a second loss is final, and a tool that was not listed is not repeated",
    ids: ['protocol:X-6'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await server.script(...lost(1))
      await assert.rejects(client.callTool('echo', { text: 'x' }, safe), unknown)
      assert.equal(await timesSent(server, 'tools/call'), 1)
      await client.listTools()
      await server.script(...lost(2))
      await assert.rejects(client.callTool('echo', { text: 'x' }, safe), unknown)
      assert.equal(await timesSent(server, 'tools/call'), 3)
    },
  }),
  ...inBothEras({
    name: 'without the retry option no call is repeated',
    ids: ['protocol:X-6'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await client.listTools()
      await server.script(...lost(1))
      await assert.rejects(client.callTool('echo', { text: 'x' }), unknown)
      await server.script(...lost(1))
      await assert.rejects(client.callTool('echo', { text: 'x' }, { retry: 'never' }), unknown)
      assert.equal(await timesSent(server, 'tools/call'), 2)
    },
  }),
  ...inBothEras({
    name: "with retry: 'safe' a call that failed with an answer, or was aborted, is not repeated",
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.listTools()
      await server.script({ on: { tool: 'echo' }, do: [{ answerError: { code: -32603, message: 'no' } }] })
      await assert.rejects(client.callTool('echo', { text: 'x' }, safe), { code: 'rpc', delivery: 'answered' })
      await server.script({ on: { tool: 'echo' }, do: [{ stream: {} }, { barrier: 'begun' }, { hold: 'forever' }] })
      const stop = new AbortController()
      const given = client.callTool('echo', { text: 'x' }, { ...safe, signal: stop.signal })
      await server.reached('begun')
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(given), reason, 'the caller’s own reason')
      assert.equal(await timesSent(server, 'tools/call'), 2)
    },
  }),
  ...inBothEras({
    name: "with retry: 'safe' a read-only tool is called once more also when a gateway failed",
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.listTools()
      const failing = (nth: number) => ({ on: { rpcMethod: 'tools/call' }, nth, do: [{ respond: { status: 502 } }] })
      await server.script(failing(1))
      assert.equal(textsOf(await client.callTool('echo', { text: 'again' }, { retry: 'safe' })), ['again'])
      await server.script(failing(1), failing(2))
      await assert.rejects(client.callTool('echo', { text: 'x' }, { retry: 'safe' }), {
        code: 'http',
        status: 502,
        delivery: 'unknown',
      })
      await server.script(failing(1))
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 502 })
      assert.equal(await timesSent(server, 'tools/call'), 5)
    },
  }),
]
