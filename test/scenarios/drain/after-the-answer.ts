/** What happens on a stream after its answer: it is drained, within limits, and no longer listened to. */
import type { Scenario } from '../scenario.ts'
import { eventually, getsIn, onCall, onGet, textsOf } from '../steps/calls.ts'
import { wait } from '../steps/wait.ts'

export const afterTheAnswer: Scenario[] = [
  {
    name: 'a call resolves at its answer, while the stream is still open',
    ids: ['D-10'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        nth: 1,
        do: [{ stream: {} }, { answer: true }, { barrier: 'open' }],
      })
      const client = await connect({ drain: { maxMs: 60_000 } })
      assert.equal((await client.callTool('echo', { text: 'now' })).content, [{ type: 'text', text: 'now' }])
      await server.reached('open')
      const called = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.equal(called?.ended, undefined)
      await server.release('open')
      await server.until((entries) => entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.ended === 'closed')
    },
  },
  {
    name: 'messages after the answer are neither delivered nor answered nor reported',
    ids: ['D-04', 'D-07', 'D-08'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [
          { stream: { length: 100_000 } },
          { answer: true },
          { barrier: 'answered' },
          { answer: { content: [{ type: 'text', text: 'again' }] } },
          { notify: 5 },
          { serverRequest: { method: 'ping' } },
          { fault: true },
        ],
      })
      const reports: unknown[] = []
      const ends: string[] = []
      const client = await connect({
        onEvent: (event) => {
          if (event.type === 'warning' || event.type === 'ignored') reports.push(event)
          if (event.type === 'drain' && event.request === 3) ends.push(event.outcome)
        },
      })
      let progress = 0
      const result = await client.callTool('echo', { text: 'once' }, { onProgress: () => progress++ })
      assert.equal(result.content, [{ type: 'text', text: 'once' }])
      await server.release('answered')
      while (!ends.length) await wait(5)
      await wait(20)
      assert.equal(progress, 0)
      assert.equal(reports, [])
      assert.equal(ends.length, 1)
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: "an endless stream after the answer is cancelled after the drain's byte limit",
    ids: ['D-09'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { answer: true }, { trickle: { bytes: 4_000, every: 1 } }],
      })
      const ends: string[] = []
      const client = await connect({
        drain: { maxMs: 60_000, maxBytes: 20_000 },
        onEvent: (event) => event.type === 'drain' && event.request === 3 && ends.push(event.outcome),
      })
      await client.callTool('echo')
      await server.until(
        (entries) => entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.ended === 'client-left',
      )
      assert.equal(ends, ['bytes'])
    },
  },
  {
    name: 'close() ends streams that are being drained',
    ids: ['D-11'],
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { answer: true }, { hold: 'forever' }],
      })
      const client = await connect({ drain: { maxMs: 60_000 }, fetch: account.fetch })
      await client.callTool('echo')
      assert.equal(account.bodies().filter(({ state }) => state === 'open').length, 1)
      await client.close()
      await account.settled()
      await server.until((entries) => entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.ended !== undefined)
    },
  },
  {
    name: 'a stream that breaks after its answer is not resumed, although it has an event id',
    ids: ['D-04'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(
        onCall(
          { stream: { length: 100_000 } },
          { prime: { retry: 0 } },
          { answer: true, store: true },
          { barrier: 'answered' },
          { fault: true },
        ),
      )
      const events: string[] = []
      const client = await connect({
        onEvent(event) {
          if (event.type === 'drain' && event.request === 3) events.push(event.outcome)
          if (event.type === 'warning' || event.type === 'reconnect') events.push(event.type)
        },
      })
      assert.equal(textsOf(await client.callTool('echo', { text: 'once' })), ['once'])
      // When a connection breaks, a browser may discard bytes that it has not delivered yet.
      await server.release('answered')
      await eventually(world, () => events.length > 0)
      await world.macrotasks(20)
      assert.equal(events.length, 1)
      assert.equal(getsIn(await server.journal()), [])
    },
  },
  {
    name: 'a resumed stream that breaks after its answer gives one answer and is not resumed again',
    ids: ['D-05'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(
        onCall({ stream: {} }, { prime: { retry: 0 } }, { closeConnection: true }),
        onGet(
          1,
          { stream: { length: 100_000 } },
          { prime: { retry: 0 } },
          { answer: true, store: true },
          { barrier: 'answered' },
          { fault: true },
        ),
      )
      const failures: string[] = []
      let resumed = 0
      const client = await connect({
        onEvent(event) {
          if (event.type === 'warning') failures.push(event.message)
          if (event.type === 'reconnect') resumed++
        },
      })
      assert.equal(textsOf(await client.callTool('echo', { text: 'once' })), ['once'])
      await server.release('answered')
      await server.until((entries) => getsIn(entries)[0]?.ended !== undefined)
      await world.macrotasks(20)
      assert.equal([resumed, failures], [1, []])
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
]
