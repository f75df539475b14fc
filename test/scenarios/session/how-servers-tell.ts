/** Lost sessions as real servers tell them: in words, with statuses other than 404. */
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { eventually, getsIn, onCall, onGet, textsOf } from '../steps/calls.ts'
import { requestsIn, sessionOf } from '../steps/journal.ts'
import { follow } from '../steps/listen.ts'
import { refusal } from '../steps/modern.ts'

const noSession = refusal(400, -32_000, undefined, 'Bad Request: No valid session ID provided')
const text = (status: number, body: string) => ({
  respond: { status, body, headers: { 'content-type': 'text/plain' } },
})

const initializes = async ({ server }: World) => requestsIn(await server.journal(), 'initialize').length

/** A rule that counts calls over HTTP+SSE, where also the path differs. */
const onMessage = (...steps: Rule['do']): Rule => ({
  on: { rpcMethod: 'tools/call', path: '/message' },
  nth: 1,
  do: steps,
})

export const howServersTell: Scenario[] = [
  {
    name: 'a lost session that is told in words is replaced, and the refused call is sent once more',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const told = [
        noSession,
        refusal(400, -32_000, undefined, 'Bad Request: Server not initialized'),
        text(400, 'Bad Request: No valid session ID provided'),
        text(401, 'Unauthorized: Session not found'),
      ]
      for (const [index, refused] of told.entries()) {
        await server.script(onCall(refused))
        assert.equal(textsOf(await client.callTool('echo', { text: `${index}` })), [`${index}`])
        assert.equal(await initializes(world), index + 2)
        const [first, second] = requestsIn(await server.journal(), 'tools/call').slice(-2)
        assert(sessionOf(first) !== sessionOf(second), 'under a new session')
        assert(first?.id !== second?.id, 'with another id')
      }
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'a lost session that is told in words is replaced over HTTP+SSE too',
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ sse: { retry: 0 } })
      const client = await connect({ url: server.sseUrl })
      const told = [
        text(400, 'No transport found for sessionId'),
        refusal(400, -32_000, undefined, 'Invalid session'),
        { respond: { status: 400, body: { error: 'Invalid session' } } },
        text(503, 'No active SSE connection for session 1'),
      ]
      for (const [index, refused] of told.entries()) {
        await server.script(onMessage(refused))
        assert.equal(textsOf(await client.callTool('echo', { text: `${index}` })), [`${index}`])
        assert.equal(await initializes(world), index + 2)
      }
    },
  },
  {
    name: 'a session that is lost in words again at once is an error after exactly one new handshake',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [noSession] })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'session-lost', delivery: 'not-executed' })
      assert.equal(await initializes(world), 2)
      await server.script()
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'errors that only mention a session do not replace it',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const similar = [
        refusal(400, -32_602, undefined, 'Invalid session ID'),
        refusal(400, -32_000, undefined, 'Tool session not found'),
        refusal(400, -32_000, undefined, 'Invalid arguments: session must be a string'),
        { stream: {} },
      ]
      for (const step of similar) {
        const inBand = { answerError: { code: -32_000, message: 'No valid session ID provided' } }
        await server.script(onCall(...('stream' in step ? [step, inBand] : [step])))
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', delivery: 'answered' })
      }
      assert.equal(await initializes(world), 1)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'without a session such words are the error of the call',
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ session: { issue: false } })
      const client = await connect()
      await server.script(onCall(noSession))
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32_000, status: 400 })
      assert.equal(await initializes(world), 1)
    },
  },
  {
    name: 'a resource that is not found with status 404 is an error of the request',
    ids: ['protocol:F-39'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const missing = refusal(404, -32_002, undefined, 'Resource not found')
      await server.script({ on: { rpcMethod: 'resources/read' }, do: [missing] })
      await assert.rejects(client.readResource('test://nowhere'), { code: 'rpc', rpcCode: -32_002, status: 404 })
      assert.equal(requestsIn(await server.journal(), 'resources/read').length, 1)
      assert.equal(await initializes(world), 1)
    },
  },
  {
    name: 'a listening GET that is answered with a lost session replaces it, and the listener is told of the gap',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const listening = follow(client.listen({ toolsListChanged: true }))
      assert.match(await listening.next(), { type: 'subscribed' })
      await server.act({ expireSessions: true })
      await server.act({ closeStreams: 'get' })
      assert.match(await listening.next(), { type: 'may-have-changed' })
      assert.equal(await initializes(world), 2)
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.equal(await listening.next(), { type: 'tools' })
      assert.match(client.connection, { status: 'connected', listening: 'open' })
    },
  },
  {
    name: 'a server that answers every listening GET with a lost session gets one new handshake for it',
    async run(world) {
      const { connect, server, assert } = world
      await server.script({ on: { httpMethod: 'GET' }, do: [text(404, 'Session not found')] })
      const client = await connect({ handlers: { roots: () => [] } })
      await server.until((entries) => getsIn(entries).length === 2)
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(await initializes(world), 2)
      assert.equal(getsIn(await server.journal()).length, 2)
      assert.match(client.connection, { status: 'connected', listening: 'unavailable' })
    },
  },
  {
    name: 'a listening stream that was open and is then refused with a bare 404 replaces the session',
    async run(world) {
      const { connect, server, assert } = world
      const problems: unknown[] = []
      const client = await connect({
        handlers: { roots: () => [] },
        reconnect: { initialDelay: 1 },
        onEvent: (event) => event.type === 'warning' && problems.push(event.message),
      })
      await server.until((entries) => getsIn(entries)[0]?.status === 200)
      await server.script(onGet(1, { respond: { status: 404 } }))
      await server.act({ closeStreams: 'get' })
      await server.until((entries) => getsIn(entries)[2]?.status === 200)
      assert.equal(await initializes(world), 2)
      await eventually(world, () => client.connection.listening === 'open')
      assert.equal(problems, [])
    },
  },
  {
    name: 'close() sends no DELETE for a session that the server has lost',
    ids: ['protocol:G-10'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(
        { on: { rpcMethod: 'tools/call' }, do: [text(404, 'no such session')] },
        { on: { rpcMethod: 'initialize' }, do: [{ respond: { status: 403 } }] },
      )
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'session-lost' })
      assert.equal(client.connection.status, 'failed')
      await client.close()
      assert(!(await server.methods()).includes('DELETE'), 'no DELETE was sent')
    },
  },
  {
    name: 'request ids fit into 31 bits',
    async run({ connect, server, assert }) {
      for (let index = 0; index < 5; index++) await (await connect()).callTool('echo', { text: 'x' })
      for (const { id } of requestsIn(await server.journal(), 'tools/call')) {
        assert(typeof id === 'number' && id < 2 ** 31, `a small id, got ${id}`)
      }
    },
  },
]
