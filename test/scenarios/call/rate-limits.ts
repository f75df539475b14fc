/** 429 and 503 with Retry-After: the request is sent once more after the wait. */
import type { Scenario, World } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf, requestsIn } from '../steps/journal.ts'

const refuse = (status: number, after?: string) => ({
  respond: { status, headers: after === undefined ? {} : { 'retry-after': after }, body: 'slow down' },
})

/** Every request of the journal has another id, and a progress token that is its id. */
async function checkIds({ server, assert }: World): Promise<void> {
  const requests = (await server.journal()).filter(({ id, rpcMethod }) => id !== undefined && rpcMethod !== 'response')
  const ids = requests.map(({ id }) => id)
  assert.equal([...new Set(ids)], ids)
  for (const request of requests) {
    const { progressToken = request.id } = (paramsOf(request)._meta ?? {}) as Record<string, unknown>
    assert.equal(progressToken, request.id)
  }
}

async function getsNewId(world: World, url?: string): Promise<void> {
  const { connect, server, assert } = world
  const refusedOnce = { on: { rpcMethod: 'tools/call' }, nth: 1, do: [refuse(429, '0')] }
  await server.script(refusedOnce)
  const client = await connect(url === undefined ? {} : { url })
  const seen: number[] = []
  await client.callTool('count', { to: 2 }, { onProgress: ({ progress }) => seen.push(progress) })
  assert.equal(seen, [1, 2])
  assert.equal(callsIn(await server.journal()).length, 2)
  await checkIds(world)
}

export const rateLimits: Scenario[] = [
  ...inBothEras({
    name: 'a call that is sent again after a 429 has an id of its own, and its progress arrives',
    ids: ['protocol:J-3'],
    run: (world) => getsNewId(world),
  }),
  {
    name: 'a call over HTTP+SSE that is sent again after a 429 has an id of its own, and its progress arrives',
    ids: ['protocol:J-3'],
    run: (world) => getsNewId(world, world.server.sseUrl),
  },
  {
    name: 'a call that is given up after it was sent again is canceled by the id it was sent with last',
    ids: ['protocol:J-3'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await server.script(
        { on: { rpcMethod: 'tools/call' }, nth: 1, do: [refuse(503, '0')] },
        { on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ stream: {} }, { hold: 'forever' }] },
      )
      const stop = new AbortController()
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.until((journal) => callsIn(journal).length === 2)
      stop.abort()
      await assert.rejects(call)
      await server.until((journal) => requestsIn(journal, 'notifications/cancelled').length === 1)
      const journal = await server.journal()
      const [cancelled] = requestsIn(journal, 'notifications/cancelled')
      assert.equal(paramsOf(cancelled).requestId, callsIn(journal)[1]?.id)
      await checkIds(world)
    },
  },
  ...inBothEras({
    name: 'requests of connecting and lists that are sent again after a 503 have ids of their own',
    ids: ['protocol:J-3'],
    async run(world) {
      const { connect, server, assert } = world
      const methods = ['initialize', 'server/discover', 'tools/list', 'resources/read']
      await server.script(...methods.map((rpcMethod) => ({ on: { rpcMethod }, nth: 1, do: [refuse(503, '0')] })))
      const client = await connect()
      await client.listTools()
      const [resource] = await client.listResources()
      await client.readResource(resource!.uri)
      const sent = await server.methods()
      assert.equal(sent.filter((method) => method === 'resources/read').length, 2)
      await checkIds(world)
    },
  }),
  {
    name: 'a call refused with 429 or 503 and Retry-After is sent once more and runs once',
    ids: ['K-24'],
    async run({ connect, server, assert }) {
      for (const status of [429, 503]) {
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [refuse(status, '0')] })
        const before = callsIn(await server.journal()).length
        const client = await connect()
        const { structuredContent } = await client.callTool('counter')
        assert.equal(structuredContent, { executions: status === 429 ? 1 : 2 })
        assert.equal(callsIn(await server.journal()).length - before, 2)
      }
    },
  },
  {
    name: 'Retry-After is honoured for a JSON-RPC error too',
    async run({ connect, server, assert }) {
      const body = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'slow down' } }
      const later = { respond: { status: 429, headers: { 'retry-after': '0' }, body } }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [later] })
      const client = await connect()
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [later] })
      await assert.rejects(client.callTool('counter'), {
        code: 'rpc',
        rpcCode: -32000,
        status: 429,
        delivery: 'not-executed',
        retryable: true,
      })
      assert.equal(callsIn(await server.journal()).length, 4)
    },
  },
  {
    name: 'a call that is refused twice is an error with retryAfterMs',
    ids: ['K-24'],
    async run({ connect, server, assert }) {
      for (const status of [429, 503]) {
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(status, '0')] })
        const before = callsIn(await server.journal()).length
        const client = await connect()
        await assert.rejects(client.callTool('counter'), {
          code: 'http',
          status,
          delivery: 'not-executed',
          retryable: true,
          retryAfterMs: 0,
          bodyPreview: 'slow down',
        })
        assert.equal(callsIn(await server.journal()).length - before, 2)
      }
    },
  },
  {
    name: 'a Retry-After above ten seconds, as seconds or as a date, is left to the caller',
    async run({ connect, server, assert }) {
      const client = await connect()
      const date = new Date(Date.now() + 60_000).toUTCString()
      for (const [after, least, most] of [
        ['11', 11_000, 11_000],
        [date, 50_000, 60_000],
      ] as const) {
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(429, after)] })
        const before = callsIn(await server.journal()).length
        const error = await assert.rejects(client.callTool('counter'), { code: 'http', delivery: 'not-executed' })
        const { retryAfterMs } = error as { retryAfterMs: number }
        assert(retryAfterMs >= least && retryAfterMs <= most, `${least} to ${most} ms, got ${retryAfterMs}`)
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
    },
  },
  {
    name: 'a 429 without Retry-After is left to the caller',
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const [status, delivery] of [
        [429, 'not-executed'],
        [503, 'unknown'],
      ] as const) {
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(status)] })
        const before = callsIn(await server.journal()).length
        const error = await assert.rejects(client.callTool('counter'), { code: 'http', status, delivery })
        assert.equal(error.retryAfterMs, undefined)
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
      await server.script()
      assert.equal(textsOf(await client.callTool('counter')), ['1'])
    },
  },
  {
    name: 'connecting and listing wait for Retry-After',
    async run({ connect, server, assert }) {
      await server.script(
        { on: { rpcMethod: 'initialize' }, nth: 1, do: [refuse(503, '0')] },
        { on: { rpcMethod: 'tools/list' }, nth: 1, do: [refuse(429, '0')] },
      )
      const client = await connect()
      assert((await client.listTools()).length > 0, 'tools are listed')
      const methods = await server.methods()
      assert.equal(methods, ['initialize', 'initialize', 'notifications/initialized', 'tools/list', 'tools/list'])
    },
  },
  {
    name: 'an abort ends the wait for Retry-After with its reason, and nothing is sent again',
    async run({ connect, server, macrotasks, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(429, '9')] })
      const client = await connect()
      const stop = new AbortController()
      const reason = { mine: true }
      const call = client.callTool('counter', {}, { signal: stop.signal })
      call.catch(() => {})
      await server.until((entries) => callsIn(entries)[0]?.ended !== undefined)
      await macrotasks(10)
      stop.abort(reason)
      assert.same(await assert.rejects(call), reason, 'the very reason')
      await macrotasks(10)
      assert.equal(callsIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'a Retry-After of more than ten seconds is left to the caller, and the error has retryAfterMs',
    ids: ['K-24'],
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const status of [429, 503]) {
        for (const rpcMethod of ['tools/list', 'tools/call']) {
          await server.script({
            on: { rpcMethod },
            nth: 1,
            do: [{ respond: { status, headers: { 'retry-after': '11' } } }],
          })
          const before = (await server.methods()).length
          const call = rpcMethod === 'tools/list' ? client.listTools() : client.callTool('echo', { text: 'x' })
          await assert.rejects(call, { status, delivery: 'not-executed', retryable: true, retryAfterMs: 11_000 })
          assert.equal((await server.methods()).slice(before), [rpcMethod])
        }
      }
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'a request refused with Retry-After: 0 is sent again at once, and only once',
    ids: ['K-24'],
    async run({ connect, server, assert }) {
      const busy = { respond: { status: 429, headers: { 'retry-after': '0' } } }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [busy] })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [busy] })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { status: 429, delivery: 'not-executed' })
      assert.equal(requestsIn(await server.journal(), 'tools/call').length, 4)
    },
  },
]
