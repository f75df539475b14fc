/** What an application on Workers can rely on when its Durable Object is ended between calls. */

import type { Server } from '../../../playground/server/control/control.ts'
import type { ProtocolVersion } from '../../../src/core/index.ts'
import { assert } from '../../scenarios/assert.ts'
import type { Command, CommandResult } from './durable-object.ts'
import type { WorkerdHost } from './workerd.ts'

export interface WorkerContext {
  server: Server
  /** Sends a command to the object of this scenario. */
  send(command: Command): Promise<CommandResult>
  /** The methods that the server received since the last call. */
  newMethods(): Promise<string[]>
  /** Ends the object of this scenario. */
  evict(): Promise<void>
  restart: WorkerdHost['restart']
  useShared: WorkerdHost['useShared']
}

export interface WorkerScenario {
  name: string
  run(context: WorkerContext): Promise<void>
}

const eras: { era: string; versions: readonly ProtocolVersion[]; firstCall: string[] }[] = [
  { era: 'modern', versions: ['2026-07-28'], firstCall: ['server/discover', 'tools/list', 'tools/call'] },
  {
    era: 'legacy',
    versions: ['2025-11-25'],
    firstCall: ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'],
  },
]

/** In the modern era, all of them but the query are repeated in headers. */
const args = { region: 'eu', priority: 7, dryRun: true, tenant: { id: 'Zoë' }, query: 'x' }
const call = { name: 'region', arguments: args }
const content = [{ type: 'text', text: JSON.stringify(args) }]

const endings: { how: string; end(context: WorkerContext): Promise<void> }[] = [
  { how: 'a Durable Object that was evicted', end: ({ evict }) => evict() },
  { how: 'one whose whole process was restarted', end: ({ restart }) => restart() },
]

const continued = endings.flatMap(({ how, end }) =>
  eras.map(
    ({ era, versions, firstCall }): WorkerScenario => ({
      name: `${how} goes on with nothing but the call (${versions})`,
      async run(context) {
        const { server, send, newMethods } = context
        const instances = new Set<string>()
        for (const round of [1, 2, 3]) {
          const done = await send({ call, versions })
          assert.match(done, { era, protocolVersion: versions[0] })
          assert.equal(done.result.content, content)
          assert.equal(await newMethods(), round === 1 ? firstCall : ['tools/call'], `round ${round}`)
          instances.add(done.instance)
          await end(context)
        }
        assert.equal(instances.size, 3, 'each round is another instance')
        const calls = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
        for (const { headers } of calls) {
          const { 'mcp-param-region': region, 'mcp-session-id': session } = headers
          assert.equal(region, era === 'modern' ? 'eu' : undefined)
          assert.equal(session !== undefined, era === 'legacy', 'only the handshake makes sessions')
        }
        assert.equal(new Set(calls.map(({ headers }) => headers['mcp-session-id'])).size, 1)
      },
    }),
  ),
)

const continuedGroups = eras.map(
  ({ era, versions }): WorkerScenario => ({
    name: `a group of servers in a Durable Object that was evicted goes on without handshakes and lists (${versions})`,
    async run({ send, newMethods, evict }) {
      const instances = new Set<string>()
      for (const round of [1, 2, 3]) {
        const done = await send({ groupCall: call, versions })
        assert.match(done, { era, protocolVersion: versions[0] })
        assert.equal(done.result.content, [...content, ...content])
        const methods = await newMethods()
        if (round > 1) assert.equal(methods, ['tools/call', 'tools/call'], `round ${round}`)
        else assert(methods.includes('tools/list'), 'at first the lists are read')
        instances.add(done.instance)
        await evict()
      }
      assert.equal(instances.size, 3, 'each round is another instance')
    },
  }),
)

export const workerScenarios: WorkerScenario[] = [
  ...continued,
  ...continuedGroups,
  {
    name: 'a client that two requests of a Worker share fails with an error that says so',
    async run({ server, useShared }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { delay: 200 }, { answer: true }] })
      assert.match(await useShared(server.url), { message: 'held' })
      assert.match(await useShared(server.url), {
        name: 'ClosedError',
        code: 'closed',
        delivery: 'unknown',
        message: 'callTool: this client belongs to an earlier request of the Worker; connect() in each',
      })
    },
  },
  {
    name: 'over HTTP+SSE such a client fails with that error before anything is sent',
    async run({ server, useShared }) {
      assert.match(await useShared(server.sseUrl, 'shared-stream'), { content: [{ type: 'text', text: 'x' }] })
      for (const _ of ['second', 'third']) {
        assert.match(await useShared(server.sseUrl, 'shared-stream'), {
          name: 'ClosedError',
          code: 'closed',
          delivery: 'not-executed',
          message: 'callTool: this client belongs to an earlier request of the Worker; connect() in each',
        })
      }
      const calls = (await server.methods()).filter((method) => method === 'tools/call')
      assert.equal(calls.length, 1)
    },
  },
  {
    name: 'a session that expired while the object was away is replaced at the next call',
    async run({ server, send, newMethods, evict }) {
      const versions = ['2025-11-25'] as const
      await send({ call, versions })
      await evict()
      await server.act({ expireSessions: true })
      await newMethods()
      assert.equal((await send({ call, versions })).result.content, content)
      assert.equal(await newMethods(), ['tools/call', 'initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'a server that gave up the handshake while the object was away is found again',
    async run({ server, send, newMethods, evict }) {
      await server.configure({ versions: ['2025-11-25'] })
      assert.equal((await send({ call })).era, 'legacy')
      await evict()
      await server.configure({ versions: ['2026-07-28'] })
      const redetected = await send({ call })
      assert.match(redetected, { era: 'modern', protocolVersion: '2026-07-28' })
      assert.equal(redetected.result.content, content)
      await evict()
      await newMethods()
      await send({ call })
      assert.equal(await newMethods(), ['tools/call'])
    },
  },
  {
    name: 'a call that needs a person is finished by the object that comes after',
    async run({ server, send, evict }) {
      const started = await send({ startCall: { name: 'ask', arguments: { what: 'form' } } })
      const [key] = Object.keys(started.result.inputRequests as object)
      await evict()
      const finished = await send({ finishCall: { [key!]: { action: 'accept', content: { name: 'Ada' } } } })
      assert(finished.instance !== started.instance, 'another instance')
      assert(JSON.stringify(finished.result.content).includes('Ada'), 'the answer arrived')
      const calls = (await server.methods()).filter((method) => method === 'tools/call')
      assert.equal(calls.length, 2)
    },
  },
]
