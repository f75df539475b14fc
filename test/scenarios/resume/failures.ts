/** Resumption that fails or is ended: refusals, failures, aborts and `close()`, without a storm of requests. */
import type { RequestOptions } from '../../../src/core/index.ts'
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { callsIn, eventually, getsIn, onCall, onEveryGet, onGet, textsOf } from '../steps/calls.ts'

/** A call whose stream ends at once and can be resumed after this many milliseconds. */
const cutCall = (retry: number) => onCall({ stream: {} }, { prime: { retry } }, { closeConnection: true })

const quick = { initialDelay: 5, maxDelay: 20 }

export const failures: Scenario[] = [
  {
    name: 'a server that is polled without end is asked a few times a second, and never after the call ended',
    ids: ['R-07'],
    run: (world) =>
      staysCalm(world, { maxTotalTimeout: 900 }, [{ stream: {} }, { prime: { retry: 0 } }, { closeConnection: true }]),
  },
  {
    name: 'an event id that the server forgot is asked for a few times, and never after the call ended',
    ids: ['R-24'],
    async run(world) {
      await world.server.configure({ unknownCursor: 'empty' })
      await staysCalm(world, { timeout: 900 }, [{ pass: true }], { frame: 'id: forgotten\nretry: 0\ndata:\n\n' })
    },
  },
  {
    name: 'five failures in a row end the call, and the error says how many and why',
    ids: ['R-09'],
    async run({ connect, server, assert }) {
      await server.script(cutCall(5), onEveryGet({ respond: { status: 503 } }))
      const client = await connect({ reconnect: quick })
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'connection',
        delivery: 'unknown',
        message: /\b5\b.*503/,
      })
      assert.equal(getsIn(await server.journal()).length, 5)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a call is resumed although a content delivery network has trouble with the server for a while',
    ids: ['R-09'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { prime: { retry: 5 } }, { closeConnection: true }, { answer: true }),
        onGet(1, { respond: { status: 521 } }),
        onGet(2, { respond: { status: 530 } }),
        onGet(3, { respond: { status: 520 } }),
      )
      const client = await connect({ reconnect: quick })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(getsIn(await server.journal()).length, 4)
    },
  },
  {
    name: 'a resumed stream that opens resets the count of failures',
    ids: ['R-10'],
    async run({ connect, server, assert }) {
      await server.script(
        cutCall(5),
        onGet(3, { stream: {} }, { prime: true }, { closeConnection: true }),
        onEveryGet({ respond: { status: 503 } }),
      )
      const client = await connect({ reconnect: quick })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'connection', message: /503/ })
      assert.equal(getsIn(await server.journal()).length, 3 + 5)
    },
  },
  {
    name: 'a status that another attempt would not change ends the call at once',
    ids: ['R-11'],
    async run({ connect, server, assert }) {
      const page = { headers: { 'content-type': 'text/html' }, body: '<html>' }
      for (const [respond, came] of [
        ...[400, 404, 405, 410].map((status) => [{ status }, new RegExp(`resumed in 1 attempt: .*${status}`)] as const),
        [page, /text\/html/] as const,
      ]) {
        await server.script(cutCall(5), onEveryGet({ respond }))
        const before = getsIn(await server.journal()).length
        const client = await connect()
        await assert.rejects(client.callTool('echo', { text: 'x' }), { delivery: 'unknown', message: came })
        assert.equal(getsIn(await server.journal()).length - before, 1, `GETs after ${came}`)
        assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      }
    },
  },
  {
    name: 'a server that believes an earlier connection alive (409) is asked again until it lets the call resume',
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { prime: { retry: 5 } }, { closeConnection: true }, { answer: true }),
        onGet(1, { respond: { status: 409 } }),
        onGet(2, { respond: { status: 409 } }),
      )
      const client = await connect({ reconnect: quick })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(getsIn(await server.journal()).length, 3)
    },
  },
  {
    name: 'an abort during the pause ends the call with its reason, and the server is told once',
    ids: ['R-12'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(cutCall(60_000))
      const pauses: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'reconnect' && pauses.push(event) })
      const stop = new AbortController()
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      call.catch(() => {})
      await eventually(world, () => pauses.length === 1)
      assert.match(pauses[0], { target: 'stream', attempt: 1, delay: 60_000 })
      const reason = { mine: true }
      stop.abort(reason)
      assert.same(await assert.rejects(call), reason, 'the very reason')
      const isCancelled = ({ rpcMethod }: { rpcMethod?: string }) => rpcMethod === 'notifications/cancelled'
      await server.until((entries) => entries.some(isCancelled))
      await world.macrotasks(10)
      assert.equal(await server.methods(), [
        'initialize',
        'notifications/initialized',
        'tools/call',
        'notifications/cancelled',
      ])
    },
  },
  {
    name: 'an abort while the resumed stream is open releases it',
    ids: ['R-12'],
    async run({ connect, server, ledger, assert }) {
      await server.script(
        cutCall(5),
        onEveryGet({ stream: {} }, { prime: true }, { barrier: 'open' }, { hold: 'forever' }),
      )
      const account = ledger()
      const client = await connect({ fetch: account.fetch })
      const stop = new AbortController()
      const call = assert.rejects(client.callTool('echo', { text: 'x' }, { signal: stop.signal }))
      await server.reached('open')
      await server.release('open')
      stop.abort('enough')
      assert.equal(await call, 'enough')
      await account.settled()
      const journal = await server.until(
        (entries) =>
          getsIn(entries)[0]?.ended === 'client-left' &&
          entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'),
      )
      assert.equal(getsIn(journal).length, 1)
    },
  },
  {
    name: 'close() ends the pauses of all calls, and nothing follows the DELETE',
    ids: ['R-13'],
    async run(world) {
      const { connect, server, assert } = world
      const polled: Step[] = [{ stream: {} }, { prime: { retry: 60_000 } }, { closeConnection: true }]
      await server.script({ on: { rpcMethod: 'tools/call' }, do: polled })
      let pauses = 0
      const client = await connect({ onEvent: (event) => event.type === 'reconnect' && pauses++ })
      const ends = Promise.allSettled([client.callTool('echo'), client.callTool('echo')])
      await eventually(world, () => pauses === 2)
      await client.close()
      for (const end of await ends) {
        assert.match((end as { reason: object }).reason, { code: 'closed', delivery: 'unknown' })
      }
      await world.macrotasks(10)
      const methods = await server.methods()
      assert.equal(methods.slice(2), ['tools/call', 'tools/call', 'DELETE'])
    },
  },
  {
    name: 'with reconnecting turned off a stream that ends is not resumed',
    async run({ connect, server, assert }) {
      await server.script(cutCall(5))
      const client = await connect({ reconnect: { maxAttempts: 0 } })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'connection', delivery: 'unknown' })
      assert.equal(getsIn(await server.journal()), [])
    },
  },
  {
    name: 'reconnect.schedule decides when a stream is resumed, by a number or a promise',
    async run({ connect, server, assert }) {
      const asked: unknown[] = []
      let open = () => {}
      const gate = new Promise<void>((resolve) => {
        open = resolve
      })
      await server.script(
        onCall({ stream: {} }, { prime: { id: 'p1', retry: 60_000 } }, { closeConnection: true }),
        onGet(
          1,
          { stream: {} },
          { prime: { id: 'p2', retry: 60_000 } },
          { barrier: 'again' },
          { closeConnection: true },
        ),
        onGet(2, { stream: {} }, { answer: true }),
      )
      const client = await connect({
        reconnect: {
          schedule({ attempt, delay, lastEventId }) {
            asked.push([attempt, delay, lastEventId])
            return asked.length === 1 ? 0 : gate
          },
        },
      })
      const call = client.callTool('echo', { text: 'mine' })
      await server.reached('again')
      await server.release('again')
      await server.until((entries) => getsIn(entries)[0]?.ended !== undefined)
      assert.equal(getsIn(await server.journal()).length, 1, 'the second waits for the promise')
      open()
      assert.equal(textsOf(await call), ['mine'])
      assert.equal(asked, [
        [1, 60_000, 'p1'],
        [1, 60_000, 'p2'],
      ])
    },
  },
]

/** A call that is resumed in vain until its time is over: few GETs meanwhile, none afterwards, and the client still works. */
async function staysCalm(
  { connect, server, macrotasks, assert }: World,
  limits: RequestOptions,
  poll: Step[],
  ...first: Step[]
) {
  const prime: Step[] = first.length > 0 ? first : [{ prime: { retry: 0 } }]
  await server.script(onCall({ stream: {} }, ...prime, { closeConnection: true }), onEveryGet(...poll))
  const client = await connect()
  await assert.rejects(client.callTool('echo', { text: 'x' }, limits), { code: 'timeout' })
  const { length } = getsIn(await server.journal())
  assert(length >= 1 && length <= 10, `1 to 10 GETs, got ${length}`)
  await macrotasks(50)
  assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
  const journal = await server.journal()
  assert.equal(getsIn(journal).length, length, 'GETs after the call has ended')
  assert.equal(callsIn(journal).length, 2)
}
