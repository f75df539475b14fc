/** Sessions that expire: replaced by one new handshake, after which the refused calls are sent again. */
import type { Scenario, World } from '../scenario.ts'
import { eventually } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf, requestsIn, sessionOf } from '../steps/journal.ts'

/** Ten calls that find their session expired at the same time. */
async function tenCallsHeal({ connect, server, assert }: World, fetch?: typeof globalThis.fetch): Promise<void> {
  let replaced = 0
  const client = await connect({
    ...(fetch && { fetch }),
    onEvent: ({ type }) => type === 'session-replaced' && replaced++,
  })
  await client.callTool('echo', { text: 'before' })
  await server.act({ expireSessions: true })
  const calls = Array.from({ length: 10 }, (_, index) => client.callTool('echo', { text: `call ${index}` }))
  assert.equal(
    (await Promise.all(calls)).map(({ content }) => content),
    calls.map((_, index) => textContent(`call ${index}`)),
  )
  const journal = await server.journal()
  const [, again, ...more] = requestsIn(journal, 'initialize')
  assert.equal(sessionOf(again), undefined)
  assert.equal(more, [])
  assert.equal(requestsIn(journal, 'notifications/initialized').length, 2)
  const sent = requestsIn(journal, 'tools/call').slice(1)
  const refused = sent.filter(({ status }) => status === 404)
  assert.equal(sent.length, 10 + refused.length)
  assert(refused.length >= 1 && refused.length <= 10, 'each was refused at most once')
  assert.equal(new Set(refused.map(({ id }) => id)).size, refused.length, 'no request is refused twice')
  assert.equal(new Set(sent.filter(({ status }) => status === 200).map(sessionOf)).size, 1, 'one new session')
  assert.equal(replaced, 1)
  assert.equal(client.connection.status, 'connected')
}

/** The cursors of all `tools/list` requests so far. */
const cursorsIn = async ({ server }: World): Promise<unknown[]> =>
  requestsIn(await server.journal(), 'tools/list').map((entry) => paramsOf(entry).cursor)

export const replacement: Scenario[] = [
  {
    name: 'a list that loses its session between two pages starts again from the first page, once',
    ids: ['protocol:G-6', 'protocol:U-44'],
    async run(world) {
      const { connect, server, assert } = world
      const all = (await (await connect()).listTools()).map(({ name }) => name)
      await server.configure({ pageSize: Math.ceil(all.length / 2) })
      const client = await connect()
      const before = (await cursorsIn(world)).length
      const lose = { respond: { status: 404 } }
      await server.script({ on: { rpcMethod: 'tools/list' }, nth: 2, do: [lose] })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        all,
      )
      const [first, second, third, fourth, ...more] = (await cursorsIn(world)).slice(before)
      assert.equal([first, third, more], [undefined, undefined, []])
      assert(second !== undefined && second === fourth, 'the second page is asked for again')
      await server.script(
        { on: { rpcMethod: 'tools/list' }, nth: 2, do: [lose] },
        { on: { rpcMethod: 'tools/list' }, nth: 4, do: [lose] },
      )
      await assert.rejects(client.listTools(), { code: 'session-lost', delivery: 'not-executed' })
      await server.script()
      assert.equal((await client.listTools()).length, all.length)
    },
  },
  {
    name: 'a cursor is not sent under another session than its own',
    ids: ['protocol:G-6', 'protocol:U-44'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ pageSize: 2 })
      const client = await connect()
      const pages = client.listPages('tools')
      await pages.next()
      await server.act({ expireSessions: true })
      await client.callTool('echo', { text: 'finds the session lost' })
      await assert.rejects(pages.next(), { code: 'session-lost', delivery: 'not-executed', message: /cursor/ })
      const { nextCursor } = await client.listPage('tools')
      await server.act({ expireSessions: true })
      await assert.rejects(client.listPage('tools', { cursor: nextCursor }), { code: 'session-lost' })
      assert.equal(
        (await cursorsIn(world)).filter((cursor) => cursor !== undefined),
        [nextCursor],
      )
    },
  },
  {
    name: 'a session that expires before every call is replaced every time',
    async run({ connect, server, assert }) {
      const client = await connect()
      for (let index = 0; index < 8; index++) {
        await server.act({ expireSessions: true })
        assert.equal((await client.callTool('echo', { text: `${index}` })).content, [
          { type: 'text', text: `${index}` },
        ])
      }
      assert.equal(client.connection.status, 'connected')
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 9)
    },
  },
  {
    name: 'nothing but the handshake is sent while a new session is opened',
    async run({ connect, server, macrotasks, assert }) {
      const client = await connect()
      await server.act({ expireSessions: true })
      const begun = requestsIn(await server.journal(), 'initialize').length
      await server.script({ on: { rpcMethod: 'initialize' }, do: [{ barrier: 'handshake' }, { pass: true }] })
      const finds = client.callTool('echo', { text: 'finds the session lost' })
      await server.until((entries) => requestsIn(entries, 'initialize').length === begun + 1)
      const [meanwhile, pinged] = [client.callTool('echo', { text: 'meanwhile' }), client.ping()]
      await macrotasks(20)
      const sentLast = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST').at(-1)
      assert.equal(sentLast?.rpcMethod, 'initialize')
      await server.release('handshake')
      await Promise.all([finds, meanwhile, pinged])
      const methods = (await server.methods()).filter((method) => method !== 'GET')
      assert.equal(methods.slice(methods.lastIndexOf('initialize'), -3), ['initialize', 'notifications/initialized'])
    },
  },
  {
    name: 'ten calls that meet an expired session share one new handshake and are all answered',
    ids: ['K-12'],
    run: (world) => tenCallsHeal(world),
  },
  {
    name: 'an expired session is also recognised by a 404 in plain text',
    ids: ['K-12'],
    run: (world) =>
      tenCallsHeal(world, async (url, init) => {
        const response = await fetch(url, init)
        if (response.status !== 404) return response
        await response.body?.cancel()
        return new Response('Session not found', { status: 404, headers: { 'content-type': 'text/plain' } })
      }),
  },
  {
    name: 'an expired session is also recognised by a 410',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 410 } }] })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      const handshake = ['initialize', 'notifications/initialized', 'tools/call']
      assert.equal(await server.methods(), [...handshake, ...handshake])
    },
  },
  {
    name: 'a restarted server can be used as before',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = await client.listTools()
      await server.act({ restart: true })
      assert.equal(await client.listTools(), before)
      await server.act({ restart: true })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      assert.equal(requestsIn(await server.journal(), 'initialize').length, 3)
    },
  },
  {
    name: 'a session that is lost again at once is an error after exactly one new handshake',
    ids: ['K-13'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ respond: { status: 404, body: 'no such session' } }],
      })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'session-lost', delivery: 'not-executed' })
      const handshake = ['initialize', 'notifications/initialized', 'tools/call']
      assert.equal(await server.methods(), [...handshake, ...handshake])
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'a late 404 for the old session does not affect the new one',
    ids: ['K-14'],
    async run({ connect, server, assert }) {
      const late = { respond: { status: 404, body: 'no such session' } }
      await server.script({ on: { rpcMethod: 'tools/call', tool: 'count' }, nth: 1, do: [{ barrier: 'late' }, late] })
      const client = await connect()
      const slow = client.callTool('count', { to: 1 })
      await server.reached('late')
      await server.act({ expireSessions: true })
      assert.equal((await client.callTool('echo', { text: 'new' })).content, textContent('new'))
      const current = sessionOf(requestsIn(await server.journal(), 'tools/call').at(-1))
      await server.release('late')
      assert.equal((await slow).content, textContent('counted to 1'))
      assert.equal((await client.callTool('echo', { text: 'kept' })).content, textContent('kept'))
      const journal = await server.journal()
      assert.equal(requestsIn(journal, 'initialize').length, 2)
      assert.equal(requestsIn(journal, 'tools/call').slice(-2).map(sessionOf), [current, current])
    },
  },
  {
    name: 'a 404 to the listening GET does not replace the session',
    ids: ['K-15'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ get: { status: 404 } })
      const client = await connect({ handlers: { roots: () => [] } })
      await server.until((entries) => entries.some(({ httpMethod, status }) => httpMethod === 'GET' && status === 404))
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      await eventually(world, () => client.connection.listening === 'unavailable')
      assert.equal(client.connection.status, 'connected')
      const journal = await server.journal()
      assert.equal(requestsIn(journal, 'initialize').length, 1)
      assert.equal(journal.filter(({ httpMethod }) => httpMethod === 'GET').length, 1)
      await server.act({ expireSessions: true })
      assert.equal((await client.callTool('echo', { text: 'y' })).content, textContent('y'))
      assert.equal(requestsIn(await server.journal(), 'initialize').length, 2)
    },
  },
  {
    name: 'a 404 without a session is an ordinary HttpError',
    async run({ connect, server, assert }) {
      await server.configure({ session: { issue: false } })
      await server.script({
        on: { rpcMethod: 'tools/call' },
        nth: 1,
        do: [{ respond: { status: 404, body: 'nothing' } }],
      })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 404 })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal(requestsIn(await server.journal(), 'initialize').length, 1)
    },
  },
  {
    name: 'a 404 with a JSON-RPC error about the request is the error of that request and does not replace the session',
    async run({ connect, server, assert }) {
      const client = await connect()
      const body = { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'Unknown tool' } }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 404, body } }] })
      await assert.rejects(client.callTool('echo'), { code: 'rpc', rpcCode: -32602, status: 404 })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 1)
    },
  },
  {
    name: 'a call that waits for a new session and is given up was not executed, by a timeout and by close()',
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(
        { on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 404, body: 'Session not found' } }] },
        { on: { rpcMethod: 'initialize' }, do: [{ barrier: 'replacing' }, { pass: true }] },
      )
      const refused = client.callTool('echo', { text: 'x' })
      refused.catch(() => {})
      await server.reached('replacing')
      const waiting = client.callTool('echo', { text: 'y' }, { timeout: 50 })
      await assert.rejects(waiting, { code: 'timeout', delivery: 'not-executed' })
      void client.close()
      await assert.rejects(refused, { code: 'closed', delivery: 'not-executed' })
      await server.release('replacing')
    },
  },
]
