/** Delivery: a call runs at most once, and every failure says whether it may have run. */
import type { Rule, Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { callsIn, getsIn, onCall, onEveryGet, textsOf } from '../steps/calls.ts'

/** The call must fail as expected and not be sent again; the server's counter then shows how often it ran. */
async function failsAndRan(
  { connect, server, assert }: World,
  { rules, expected, ran }: { rules: Rule[]; expected: Record<string, unknown>; ran: number },
) {
  await server.script(...rules)
  const client = await connect({ reconnect: { initialDelay: 5 } })
  const error = await assert.rejects(client.callTool('counter', {}, { timeout: 5_000 }), expected)
  assert(!/\b1 attempts/.test(`${error.message}`), `grammar of ${error.message}`)
  assert.equal(callsIn(await server.journal()).length, 1, 'calls sent')
  await server.script()
  assert.equal((await client.callTool('counter')).structuredContent, { executions: ran + 1 })
}

/** The tool runs, and its answer is lost. */
const losesAnswer: Step[] = [{ stream: {} }, { closeConnection: true }, { answer: true }]

export const delivery: Scenario[] = [
  {
    name: "a call that ran stays 'unknown' when its stream is resumed and new headers are asked for after a 401",
    async run({ connect, server, assert }) {
      const unauthorized: Rule = { on: { httpMethod: 'GET' }, do: [{ respond: { status: 401 } }] }
      const polled: Step[] = [{ stream: {} }, { prime: { retry: 1 } }, { closeConnection: true }, { answer: true }]
      await server.script(onCall(...polled), unauthorized)
      let asked = 0
      const client = await connect({
        headers(why) {
          if (why === 'request') return { 'x-any': 'x' }
          asked++
          return new Promise(() => {})
        },
      })
      await assert.rejects(client.callTool('counter', {}, { timeout: 2_000 }), { code: 'timeout', delivery: 'unknown' })
      assert.equal(asked > 0, true)
      await server.script()
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 2 })
    },
  },
  {
    name: "a call whose stream ended before its answer is not repeated, and its delivery is 'unknown'",
    run: (world) =>
      failsAndRan(world, {
        rules: [onCall(...losesAnswer)],
        expected: { code: 'connection', delivery: 'unknown' },
        ran: 1,
      }),
  },
  {
    name: "a call whose connection broke before its answer is not repeated, and its delivery is 'unknown'",
    run: (world) =>
      failsAndRan(world, {
        rules: [onCall({ stream: { length: 100_000 } }, { comment: 'open' }, { fault: true }, { answer: true })],
        expected: { code: 'connection', delivery: 'unknown' },
        ran: 1,
      }),
  },
  {
    name: "a call whose response was lost on the network is not repeated, and its delivery is 'unknown'",
    async run({ connect, server, assert }) {
      const client = await connect({
        async fetch(url, init) {
          const response = await fetch(url, init)
          if (!init.body?.includes('"lose me"')) return response
          await response.text()
          throw new TypeError('the network is gone')
        },
      })
      await assert.rejects(client.callTool('counter', {}, { meta: { note: 'lose me' } }), {
        code: 'connection',
        delivery: 'unknown',
        retryable: true,
      })
      assert.equal(callsIn(await server.journal()).length, 1)
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 2 })
    },
  },
  {
    name: "a call whose answer cannot be parsed is not repeated, and its delivery is 'unknown'",
    run: (world) =>
      failsAndRan(world, {
        rules: [onCall({ respond: { headers: { 'content-type': 'text/plain' }, body: 'done' } })],
        expected: { code: 'invalid-message', delivery: 'unknown' },
        ran: 0,
      }),
  },
  {
    name: "a call that a gateway failed with 5xx is not repeated, and its delivery is 'unknown'",
    async run(world) {
      for (const [index, status] of [500, 502, 503, 504].entries()) {
        await world.server.script(onCall({ respond: { status, body: 'bad gateway' } }))
        const client = await world.connect()
        const before = callsIn(await world.server.journal()).length
        await world.assert.rejects(client.callTool('counter'), { code: 'http', status, delivery: 'unknown' })
        world.assert.equal(callsIn(await world.server.journal()).length - before, 1)
        world.assert.equal((await client.callTool('counter')).structuredContent, { executions: index + 1 })
      }
    },
  },
  {
    name: "a call that timed out is not repeated, and its delivery is 'unknown'",
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: {} }, { prime: { retry: 10 } }, { hold: 'forever' }))
      const client = await connect()
      await assert.rejects(client.callTool('counter', {}, { timeout: 1_000 }), { code: 'timeout', delivery: 'unknown' })
      await server.until((entries) => entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'))
      const journal = await server.journal()
      assert.equal(callsIn(journal).length, 1)
      assert.equal(getsIn(journal), [])
    },
  },
  {
    name: 'a call that lost its connection is resumed and runs once',
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: {} }, { prime: { retry: 10 } }, { closeConnection: true }, { answer: true }))
      const client = await connect()
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
      assert.equal(callsIn(await server.journal()).length, 1)
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 2 })
    },
  },
  {
    name: "a call that could not be resumed is not repeated, and its delivery is 'unknown'",
    run: (world) =>
      failsAndRan(world, {
        rules: [
          onCall({ stream: {} }, { prime: { retry: 5 } }, { closeConnection: true }, { answer: true }),
          onEveryGet({ respond: { status: 405 } }),
        ],
        expected: { code: 'connection', delivery: 'unknown' },
        ran: 1,
      }),
  },
  {
    name: 'a call refused because its session expired is sent again on a new session and runs once',
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.act({ expireSessions: true })
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
      const journal = await server.journal()
      assert.equal(
        callsIn(journal).map(({ status }) => status),
        [404, 200],
      )
      assert.equal(journal.filter(({ rpcMethod }) => rpcMethod === 'initialize').length, 2)
    },
  },
  {
    name: "a call that was running when its session was lost is not repeated, and its delivery is 'unknown'",
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: {} }, { prime: { retry: 5 } }, { barrier: 'running' }, { answer: true }))
      const client = await connect({ reconnect: { initialDelay: 5 } })
      const call = assert.rejects(client.callTool('counter'), { delivery: 'unknown' })
      await server.reached('running')
      await server.act({ restart: true })
      await call
      await server.release('running')
      assert.equal(callsIn(await server.journal()).length, 1)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: "a JSON-RPC error has delivery 'answered', since the call ran",
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: {} }, { answerError: { code: -32000, message: 'ran, and failed' } }))
      const client = await connect()
      await assert.rejects(client.callTool('counter'), { code: 'rpc', delivery: 'answered' })
      assert.equal(callsIn(await server.journal()).length, 1)
    },
  },
]
