/** What outlives a group: the sessions where they are to be kept, and what a shared cache knows of the servers. */
import type { Group } from '../../../src/group/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { openGroup } from './steps/open-group.ts'

const echoed = textContent('on')

async function dispose(group: Group): Promise<void> {
  if (Symbol.asyncDispose) return group[Symbol.asyncDispose]()
  // Not every runtime has `Symbol.asyncDispose`.
  return group.detach()
}

export const lifetime: Scenario[] = [
  {
    name: 'dispose ends the sessions of a group, unless it came from a snapshot or keepSession is set',
    async run(world) {
      const { server: docs, origin, assert } = world
      const crm = await origin()
      const servers = { docs: docs.url, crm: crm.url }
      const options = { versions: ['2025-11-25'], autoRefresh: false } as const
      const count = async (method: string) =>
        Promise.all([docs, crm].map(async (one) => (await one.methods()).filter((sent) => sent === method).length))
      const here = await openGroup(world, servers, { ...options, keepSession: true })
      const snapshot = here.snapshot()
      await dispose(here)
      const there = await openGroup(world, servers, { ...options, snapshot })
      assert.equal((await there.callTool('docs__echo', { text: 'on' })).content, echoed)
      assert.equal((await there.callTool('crm__echo', { text: 'on' })).content, echoed)
      await dispose(there)
      assert.equal(await count('DELETE'), [0, 0])
      assert.equal(await count('initialize'), [1, 1])
      assert.equal(there.get().servers.docs?.status, 'closed')
      await assert.rejects(there.callTool('crm__echo', { text: 'on' }), { code: 'closed', delivery: 'not-executed' })
      const own = await openGroup(world, servers, options)
      await dispose(own)
      assert.equal(await count('DELETE'), Symbol.asyncDispose ? [1, 1] : [0, 0])
    },
  },
  {
    name: 'groups that share an eraCache probe each server once; a server with one of its own is probed again',
    async run(world) {
      const { server: modern, origin, assert } = world
      const legacy = await origin()
      await legacy.configure({ versions: ['2025-11-25'] })
      const options = { eraCache: new Map(), cache: false, autoRefresh: false, lists: ['tools'] } as const
      const servers = { modern: modern.url, legacy: legacy.url }
      /** The methods that both servers receive for a new group and a call at each. */
      const sentFor = async (given: Parameters<typeof openGroup>[1]) => {
        const before = [(await modern.methods()).length, (await legacy.methods()).length]
        const group = await openGroup(world, given, options)
        assert.equal((await group.callTool('modern__echo', { text: 'on' })).content, echoed)
        assert.equal((await group.callTool('legacy__echo', { text: 'on' })).content, echoed)
        await group.detach()
        return [(await modern.methods()).slice(before[0]), (await legacy.methods()).slice(before[1])]
      }
      const handshake = ['initialize', 'notifications/initialized', 'tools/list', 'tools/call']
      const probed = [
        ['server/discover', 'tools/list', 'tools/call'],
        ['server/discover', ...handshake],
      ]
      assert.equal(await sentFor(servers), probed)
      assert.equal(await sentFor(servers), [['tools/list', 'tools/call'], handshake])
      const own = { ...servers, legacy: { url: legacy.url, eraCache: new Map() } }
      assert.equal(await sentFor(own), [['tools/list', 'tools/call'], probed[1]])
    },
  },
]
