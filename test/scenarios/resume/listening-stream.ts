/** The listening GET stream: kept open, resumed, or given up. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { cursorsIn, eventually, getsIn, onGet, textsOf } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'

/** With a handler, the client opens the listening stream. */
const handlers = { roots: () => [{ uri: 'file:///home' }] }

export const listeningStream: Scenario[] = [
  {
    name: 'a response on the listening stream is ignored with an event, and the stream is resumed',
    ids: ['R-15'],
    async run({ connect, server, assert }) {
      await server.script(
        onGet(
          1,
          { stream: {} },
          { prime: { id: 'p1', retry: 20 } },
          { answerWithId: 'nobody', result: {} },
          { closeConnection: true },
        ),
      )
      const client = await connect({ handlers })
      const journal = await server.until((entries) => getsIn(entries).length === 2)
      assert.equal(cursorsIn(journal), [undefined, 'p1'])
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a server without a listening stream is asked for it once',
    ids: ['R-17'],
    async run(world) {
      const { connect, server, assert } = world
      for (const config of [
        { get: 'html' } as const,
        { get: { status: 405 } },
        { get: { status: 404 }, session: { issue: false } },
      ]) {
        await server.configure(config)
        const before = getsIn(await server.journal()).length
        const client = await connect({ handlers, reconnect: { initialDelay: 1 } })
        await eventually(world, () => client.connection.listening === 'unavailable')
        assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
        await world.macrotasks(10)
        assert.match(client.connection, { status: 'connected', listening: 'unavailable' })
        assert.equal(getsIn(await server.journal()).length - before, 1)
      }
    },
  },
  {
    name: 'a server that says that it has no listening stream (405) gives no warning, any other refusal does',
    ids: ['protocol:T-46'],
    async run(world) {
      const { connect, server, assert } = world
      for (const [status, warnings] of [
        [405, []],
        [403, ['The server offers no stream to listen to']],
      ] as const) {
        await server.configure({ get: { status } })
        const problems: string[] = []
        const onEvent: ConnectOptions['onEvent'] = (event) => event.type === 'warning' && problems.push(event.message)
        const client = await connect({ handlers, onEvent })
        await eventually(world, () => client.connection.listening === 'unavailable')
        await world.macrotasks(10)
        assert.equal(problems, warnings)
      }
    },
  },
  {
    name: 'a listening stream that fails at first is opened again, and each failure is reported once',
    ids: ['R-29'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(onGet(1, { respond: { status: 500 } }), onGet(2, { respond: { status: 502 } }))
      const reported: string[] = []
      const client = await connect({
        handlers,
        reconnect: { initialDelay: 10 },
        onEvent: (event) => event.type === 'reconnect' && reported.push(`${event.target}: ${event.reason}`),
      })
      await server.until((entries) => getsIn(entries)[2]?.status === 200)
      await eventually(world, () => client.connection.listening === 'open')
      assert.equal(reported.length, 2)
      assert(/^listening: .*500/.test(reported[0] ?? ''), `the first failure, got ${reported[0]}`)
      assert(/^listening: .*502/.test(reported[1] ?? ''), `the second failure, got ${reported[1]}`)
    },
  },
  {
    name: 'a server request on the listening stream is answered, also after the stream was resumed',
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ retry: 20 })
      const client = await connect({ handlers })
      await eventually(world, () => client.connection.listening === 'open')
      await server.act({ serverRequest: { method: 'roots/list' } })
      const answers = () => server.methods().then((all) => all.filter((method) => method === 'response').length)
      await server.until((entries) => entries.some(({ rpcMethod }) => rpcMethod === 'response'))
      await server.act({ closeStreams: 'get' })
      await server.until((entries) => getsIn(entries).length === 2 && getsIn(entries)[1]?.status === 200)
      await server.act({ serverRequest: { method: 'roots/list' } })
      await server.until((entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'response').length === 2)
      assert.equal(await answers(), 2)
      assert.equal(typeof cursorsIn(await server.journal())[1], 'string', 'it goes on behind the last event')
    },
  },
  {
    name: 'with reconnecting turned off the first listening stream is still opened',
    async run({ connect, server, assert }) {
      const handlers = { roots: () => [] }
      const client = await connect({ reconnect: { maxAttempts: 0 }, handlers })
      await server.until((entries) => entries.some(({ httpMethod }) => httpMethod === 'GET'))
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      await connect({ handlers: { elicit: undefined } as never })
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
]
