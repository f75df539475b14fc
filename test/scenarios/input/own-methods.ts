/** What an application adds to the protocol: handlers of its own methods, capabilities, and notifications. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { eventually, onCall, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { declaredIn } from '../steps/input-required.ts'
import { paramsOf, requestsIn, responsesIn, sessionOf } from '../steps/journal.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './steps/ask.ts'

const ROOTS_CHANGED = 'notifications/roots/list_changed'

/** Connects with options of JavaScript; what comes must be this TypeError. */
const refusedOptions = async (
  { connect, server, assert }: Parameters<Scenario['run']>[0],
  options: object,
  message: RegExp,
) => {
  await assert.rejects(connect(options as ConnectOptions), { name: 'TypeError', message })
  assert.equal(await server.methods(), [], 'nothing was sent')
}

export const ownMethods: Scenario[] = [
  ...askedBothWays({
    name: 'a handler under a method of its own answers that request, with the params as they came',
    // The schema has no place for the answer to a method that is not MCP's.
    invalidAsInput: 'client',
    async run(world, connect) {
      const params: unknown[] = []
      const client = await connect({
        handlers: {
          'example.com/time': async (given, { signal }) => {
            params.push(given)
            return { now: 5, aborted: signal.aborted }
          },
        },
      })
      const question = { method: 'example.com/time', params: { zone: null, deep: { a: null } } }
      assertAnswered(world.assert, await ask(world, client, question), { now: 5, aborted: false })
      world.assert.equal(params, [question.params])
      const other = await ask(world, client, { method: 'example.com/date' })
      assertRefused(world.assert, client, other, -32601)
    },
  }),
  ...askedBothWays({
    name: 'an answer of such a handler that is no JSON object is not sent',
    async run(world, connect) {
      for (const answer of [undefined, 7, [1], { big: 1n }]) {
        const client = await connect({ handlers: { 'example.com/time': () => answer as never } })
        assertRefused(world.assert, client, await ask(world, client, { method: 'example.com/time' }), -32603)
        await client.close()
      }
    },
  }),
  {
    name: 'a handler for a method that MCP owns is refused, and the message names the right option',
    async run(world) {
      const refused: [string, RegExp][] = [
        ['elicitation/create', /^connect: elicitation\/create belongs to MCP; connect\(\) needs handlers\.elicit$/],
        ['sampling/createMessage', /handlers\.sample$/],
        ['roots/list', /handlers\.roots$/],
        ['tools/call', /belongs to MCP$/],
        ['tasks/get', /belongs to MCP$/],
        ['notifications/progress', /belongs to MCP$/],
      ]
      for (const [method, message] of refused) {
        await refusedOptions(world, { handlers: { [method]: () => ({}) } }, message)
      }
      await refusedOptions(world, { handlers: { ping: () => ({}) } }, /unknown option ping/)
    },
  },
  ...inBothEras({
    name: 'further capabilities are declared beside those of the handlers',
    async run({ connect, server, assert, modern }) {
      const experimental = { 'example.com/canvas': { version: 2 } }
      const client = await connect({ capabilities: { experimental, vendor: {} }, handlers: { roots: () => [] } })
      await client.callTool('echo', { text: 'x' })
      const [entry] = requestsIn(await server.journal(), modern ? 'tools/call' : 'initialize')
      assert.match(declaredIn(entry), { experimental, vendor: {} })
      assert('roots' in declaredIn(entry), 'and the handler declares its own')
    },
  }),
  {
    name: 'a capability that a handler or an extension declares is refused among the further ones',
    async run(world) {
      const rows: [string, RegExp][] = [
        ['sampling', /^connect: sampling belongs to MCP; connect\(\) needs handlers\.sample$/],
        ['elicitation', /handlers\.elicit$/],
        ['roots', /handlers\.roots$/],
        ['extensions', /connect\(\) needs extensions$/],
        ['tasks', /^connect: tasks belongs to MCP$/],
      ]
      for (const [name, message] of rows) await refusedOptions(world, { capabilities: { [name]: {} } }, message)
    },
  },
  {
    name: 'notify() sends a notification in every revision with a handshake, with its params and its meta',
    async run({ connect, server, assert }) {
      for (const version of HANDSHAKES) {
        await server.configure({ versions: [version] })
        const client = await connect()
        await client.notify('example.com/moved', { x: 1 }, { meta: { traceparent: 'a' } })
        await client.notify('example.com/stopped')
        const journal = await server.journal()
        assert.equal(paramsOf(requestsIn(journal, 'example.com/moved').at(-1)), { x: 1, _meta: { traceparent: 'a' } })
        const { body } = requestsIn(journal, 'example.com/stopped').at(-1)!
        assert.equal(body, { jsonrpc: '2.0', method: 'example.com/stopped' })
        await client.close()
      }
    },
  },
  {
    name: 'notify() is refused where clients send no notifications, before anything is sent',
    ids: ['protocol:F-54'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const before = await server.methods()
      const refused = { code: 'capability', delivery: 'not-executed', message: /notifications of clients/ }
      await assert.rejects(client.notify('example.com/moved'), refused)
      assert.equal(await server.methods(), before)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a notification that finds its session lost is sent again in the next one',
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.act({ expireSessions: true })
      await client.notify('example.com/moved')
      const sent = requestsIn(await server.journal(), 'example.com/moved')
      assert.equal(
        sent.map(({ status }) => status),
        [404, 202],
      )
      assert(sessionOf(sent[0]) !== sessionOf(sent[1]), 'a session of its own')
    },
  },
  {
    name: 'a notification that the server refuses, or that the caller aborts, rejects, and the connection works on',
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script({ on: { rpcMethod: 'example.com/moved' }, do: [{ respond: { status: 418 } }] })
      await assert.rejects(client.notify('example.com/moved'), { code: 'http', status: 418 })
      const reason = new Error('never mind')
      const aborted = client.notify('example.com/moved', {}, { signal: AbortSignal.abort(reason) })
      assert.same(await assert.rejects(aborted), reason)
      const late = client.notify('example.com/late', { circle: 1n as never })
      assert.match(await assert.rejects(late), { name: 'TypeError' })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      await client.close()
      await assert.rejects(client.notify('example.com/moved'), { code: 'closed', delivery: 'not-executed' })
    },
  },
  {
    name: 'rootsChanged() tells the server, which was told that the roots may change',
    ids: ['protocol:F-52'],
    async run(world) {
      const { connect, server, assert } = world
      for (const version of HANDSHAKES) {
        await server.configure({ versions: [version] })
        let list = [{ uri: 'file:///one' }]
        const client = await connect({ handlers: { roots: () => list } })
        assert.equal(declaredIn(requestsIn(await server.journal(), 'initialize').at(-1)).roots, { listChanged: true })
        const before = requestsIn(await server.journal(), ROOTS_CHANGED).length
        list = [{ uri: 'file:///two' }]
        await client.rootsChanged()
        assert.equal(requestsIn(await server.journal(), ROOTS_CHANGED).length, before + 1)
        assertAnswered(assert, await ask(world, client, { method: 'roots/list' }), { roots: list })
        await client.close()
      }
    },
  },
  {
    name: 'in 2026-07-28 rootsChanged() sends nothing and says why in an event',
    ids: ['protocol:F-54'],
    async run({ connectModern, server, assert }) {
      const warnings: string[] = []
      const client = await connectModern({
        handlers: { roots: () => [] },
        onEvent: (event) => event.type === 'warning' && warnings.push(`${event.message}, ${event.error}`),
      })
      await client.rootsChanged()
      assert.equal(warnings, [
        `${ROOTS_CHANGED} was not sent, CapabilityError: Expected a server with notifications of clients, got one without`,
      ])
      assert(!(await server.methods()).includes(ROOTS_CHANGED), 'nothing was sent')
    },
  },
  {
    name: 'rootsChanged() without a roots handler is a mistake that names the handler',
    async run({ connect, server, assert }) {
      const client = await connect()
      const mistake = { name: 'TypeError', delivery: 'not-executed', message: /handlers\.roots/ }
      await assert.rejects(client.rootsChanged(), mistake)
      assert(!(await server.methods()).includes(ROOTS_CHANGED), 'nothing was sent')
    },
  },
  {
    name: 'progress for a request of the server can be sent with notify()',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect({
        handlers: {
          'example.com/work': async ({ _meta }) => {
            const { progressToken } = _meta as { progressToken: string }
            await client.notify('notifications/progress', { progressToken, progress: 1 })
            return {}
          },
        },
      })
      const params = { _meta: { progressToken: 'p' } }
      const request = { method: 'example.com/work', params, id: 'w' }
      await server.script(onCall({ stream: {} }, { serverRequest: request, wait: true }, { answer: true }))
      await client.callTool('echo', { text: 'x' })
      const journal = await server.journal()
      assert.equal(paramsOf(requestsIn(journal, 'notifications/progress')[0]), { progressToken: 'p', progress: 1 })
      assert.equal(responsesIn(journal).get('w')?.result, {})
      await eventually(world, () => true)
    },
  },
]
