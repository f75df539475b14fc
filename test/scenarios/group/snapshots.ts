/** Snapshots of groups: they go on elsewhere without handshakes and without lists. */
import type { GroupOptions } from '../../../src/group/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'
import { deepSchema, toolsAnswered } from '../steps/local-answers.ts'
import { openGroup, REFUSED_PORT, toolsOf } from './steps/open-group.ts'

const echoed = textContent('on')

/** As another isolate would continue: from JSON, and without a shared memory. */
const alone = (options: GroupOptions): GroupOptions => ({
  autoRefresh: false,
  eraCache: new Map(),
  cache: false,
  ...options,
})

export const snapshots: Scenario[] = [
  ...inBothEras({
    name: 'a group from a snapshot knows its tools and sends nothing but the calls',
    async run({ modern, ...world }) {
      const { server: docs, origin, assert } = world
      const crm = await origin()
      const versions = modern ? (['2026-07-28'] as const) : (['2025-11-25'] as const)
      const servers = { docs: docs.url, crm: crm.url }
      const here = await openGroup(world, servers, alone({ versions, names: 'short' }))
      const snapshot = JSON.parse(JSON.stringify(here.snapshot()))
      const view = here.get()
      await here.detach()
      const before = [(await docs.methods()).length, (await crm.methods()).length]
      const there = await openGroup(world, servers, alone({ names: 'short', snapshot }))
      assert.equal(there.get().tools, view.tools)
      assert.equal(there.get().resources, view.resources)
      assert.equal(there.get().servers.docs?.catalogue, view.servers.docs?.catalogue)
      assert.equal(
        Object.values(there.get().servers).map(({ status }) => status),
        ['ready', 'ready'],
      )
      assert.equal((await there.callTool('crm__echo', { text: 'on' })).content, echoed)
      assert.equal((await there.callTool('echo', { text: 'on' })).content, echoed)
      assert.equal((await docs.methods()).slice(before[0]), ['tools/call'])
      assert.equal((await crm.methods()).slice(before[1]), ['tools/call'])
      await there.detach()
      assert(!(await crm.methods()).includes('DELETE'), 'the sessions are left open')
    },
  }),
  {
    name: 'servers that are not in the snapshot, or have another address now, are connected to; others of it are ignored',
    async run(world) {
      const { server: docs, origin, assert } = world
      const moved = await origin()
      const here = await openGroup(world, { docs: docs.url, gone: docs.url }, alone({ lists: ['tools'] }))
      const snapshot = here.snapshot()
      await here.detach()
      const there = await openGroup(
        world,
        { docs: moved.url, fresh: moved.url, down: REFUSED_PORT },
        alone({ lists: ['tools'], snapshot }),
      )
      const { servers, tools } = there.get()
      assert.equal(
        Object.entries(servers).map(([name, { status }]) => `${name} ${status}`),
        ['docs ready', 'fresh ready', 'down failed'],
      )
      assert.equal([...new Set(tools.map(({ server }) => server))], ['docs', 'fresh'])
      assert.equal((await there.callTool('docs__echo', { text: 'on' })).content, echoed)
      await there.close()
    },
  },
  {
    name: 'an item that is nested too deep for JSON is left out of the snapshot of a group',
    async run(world) {
      const { server, assert } = world
      const fetch = toolsAnswered(
        '{"name":"flat","inputSchema":{"type":"object"}}',
        `{"name":"deep","inputSchema":${deepSchema(20_000)}}`,
      )
      const options = alone({ lists: ['tools'], versions: ['2025-11-25'], fetch })
      const here = await openGroup(world, { docs: server.url }, options)
      assert.equal(toolsOf(here, 'docs'), ['flat', 'deep'])
      const snapshot = here.snapshot()
      await here.detach()
      const there = await openGroup(world, { docs: server.url }, { ...options, snapshot })
      assert.equal(toolsOf(there, 'docs'), ['flat'])
      await there.close()
    },
  },
]
