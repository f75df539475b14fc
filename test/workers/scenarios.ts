/** What an application on Workers may rely on when its Durable Object comes and goes between calls. */

import type { Server } from '../../src/testing/index.ts'
import { assert } from '../scenarios/assert.ts'
import type { Errand, Report } from './durable-object.ts'
import type { Office } from './workerd.ts'

export interface Stage {
  server: Server
  /** Sends somebody to the desk of this promise. */
  send(errand: Omit<Errand, 'url'>): Promise<Report>
  /** What was sent to the server since this was last asked. */
  sent(): Promise<string[]>
  /** Ends the object that the desk is. */
  evict(): Promise<void>
  restart: Office['restart']
}

export interface Kept {
  name: string
  run(stage: Stage): Promise<void>
}

const eras = [
  { era: 'modern', versions: ['2026-07-28'], opening: ['server/discover', 'tools/list', 'tools/call'] },
  {
    era: 'legacy',
    versions: ['2025-11-25'],
    opening: ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'],
  },
]

/** All but the query has to be repeated in a header where there are such headers. */
const given = { region: 'eu', priority: 7, dryRun: true, tenant: { id: 'Zoë' }, query: 'x' }
const call = { name: 'region', arguments: given }
const content = [{ type: 'text', text: JSON.stringify(given) }]

const ends: { how: string; end(stage: Stage): Promise<void> }[] = [
  { how: 'a Durable Object that was evicted', end: ({ evict }) => evict() },
  { how: 'one whose whole process was restarted', end: ({ restart }) => restart() },
]

const goingOn = ends.flatMap(({ how, end }) =>
  eras.map(
    ({ era, versions, opening }): Kept => ({
      name: `${how} goes on with nothing but the call (${versions})`,
      async run(stage) {
        const { server, send, sent } = stage
        const lives = new Set<string>()
        for (const round of [1, 2, 3]) {
          const report = await send({ call, versions })
          assert.match(report, { era, protocolVersion: versions[0] })
          assert.equal(report.result.content, content)
          assert.equal(await sent(), round === 1 ? opening : ['tools/call'], `round ${round}`)
          lives.add(report.life)
          await end(stage)
        }
        assert.equal(lives.size, 3, 'each round is another life')
        const calls = (await server.journal()).filter(({ rpc }) => rpc === 'tools/call')
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

export const kept: Kept[] = [
  ...goingOn,
  {
    name: 'a session that expired while the object was away is replaced at the next call',
    async run({ server, send, sent, evict }) {
      const versions = ['2025-11-25']
      await send({ call, versions })
      await evict()
      await server.act({ expireSessions: true })
      await sent()
      assert.equal((await send({ call, versions })).result.content, content)
      assert.equal(await sent(), ['tools/call', 'initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'a server that gave up the handshake while the object was away is found again',
    async run({ server, send, sent, evict }) {
      await server.configure({ versions: ['2025-11-25'] })
      assert.equal((await send({ call })).era, 'legacy')
      await evict()
      await server.configure({ versions: ['2026-07-28'] })
      const healed = await send({ call })
      assert.match(healed, { era: 'modern', protocolVersion: '2026-07-28' })
      assert.equal(healed.result.content, content)
      await evict()
      await sent()
      await send({ call })
      assert.equal(await sent(), ['tools/call'])
    },
  },
  {
    name: 'a call that needs a person is finished by the object that comes after',
    async run({ server, send, evict }) {
      const begun = await send({ begin: { name: 'ask', arguments: { what: 'form' } } })
      const [key] = Object.keys(begun.result.inputRequests as object)
      await evict()
      const finished = await send({ finish: { [key!]: { action: 'accept', content: { name: 'Ada' } } } })
      assert(finished.life !== begun.life, 'another life')
      assert(JSON.stringify(finished.result.content).includes('Ada'), 'the answer arrived')
      const calls = (await server.methods()).filter((method) => method === 'tools/call')
      assert.equal(calls.length, 2)
    },
  },
]
