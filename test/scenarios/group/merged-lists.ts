/** What the servers of a group list, as one: names, order, changes and calls. */

import type { ServerState } from '../../../src/group/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { callsIn } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { follow } from '../steps/listen.ts'
import { openGroup, toolsOf, untilGroup } from './steps/open-group.ts'

const WATCHED = 'test://watched-resource'
const echoed = textContent('on')

export const mergedLists: Scenario[] = [
  ...inBothEras({
    name: 'a call goes to the server that lists the tool, under the name that this server gave it',
    async run({ modern, ...world }) {
      const { server: docs, origin, assert } = world
      const crm = await origin()
      const versions = modern ? (['2026-07-28'] as const) : (['2025-11-25'] as const)
      const group = await openGroup(world, { docs: docs.url, crm: { url: crm.url } }, { versions })
      assert.equal((await group.callTool('crm__echo', { text: 'on' })).content, echoed)
      assert.equal(callsIn(await docs.journal()).length, 0)
      assert.equal(callsIn(await crm.journal()).length, 1)
      const { messages } = await group.getPrompt(group.get().prompts.find(({ server }) => server === 'docs')!.name)
      assert(messages.length > 0, 'a prompt of the other server')
      // Both list the same resources, so that the URI alone does not tell which is meant.
      const [resource] = group.get().resources
      await assert.rejects(group.readResource(resource!.uri), {
        code: 'group',
        reason: 'ambiguous-resource',
        delivery: 'not-executed',
        message: `docs and crm list the resource ${resource!.uri}; pass { server, uri }`,
      })
      assert((await group.readResource({ server: 'crm', uri: resource!.uri })).contents.length > 0, 'by its server')
      await group.remove('docs')
      assert((await group.readResource(resource!.uri)).contents.length > 0, 'now only one lists it')
      await group.close()
    },
  }),
  ...inBothEras({
    name: 'when a server reports a change, only its lists are read again, in the old order with new items at the end',
    async run({ modern, ...world }) {
      const { server: docs, origin, assert } = world
      const crm = await origin()
      const versions = modern ? (['2026-07-28'] as const) : (['2025-11-25'] as const)
      const group = await openGroup(world, { docs: docs.url, crm: crm.url }, { versions })
      const isListening = ({ connection }: ServerState) => connection?.listening === 'open'
      await untilGroup(group, ({ servers }) => Object.values(servers).every(isListening))
      // If the confirmation came after the lists, they are read once more.
      await world.macrotasks(50)
      const before = group.get()
      const listed = async () => (await crm.methods()).filter((method) => method.endsWith('/list')).length
      const asked = await listed()
      await group.callTool('docs__test_trigger_tool_change')
      await untilGroup(group, ({ tools }) => tools.length === before.tools.length + 1)
      const { tools, resources, servers } = group.get()
      assert.equal(tools.slice(0, -1), before.tools)
      assert.match(tools.at(-1), { server: 'docs' })
      assert(
        tools.slice(0, -1).every((tool, index) => tool === before.tools[index]),
        'unchanged tools are the same objects',
      )
      assert.same(resources, before.resources, 'and so is an unchanged list')
      assert.same(servers.crm, before.servers.crm, 'and the state of the other server')
      assert.equal(await listed(), asked, 'which was not asked')
      await group.callTool('docs__test_trigger_tool_change')
      await untilGroup(group, (view) => view.tools.length === before.tools.length)
      await group.close()
    },
  }),
  {
    name: 'tools of a server are known to the group while it is connected, and search() finds them',
    async run(world) {
      const { server, assert } = world
      const group = await openGroup(world, { docs: server.url }, { names: 'short', lists: ['tools'] })
      const { tools, prompts } = group.get()
      assert.equal(prompts, [])
      assert.equal(await group.listTools(), tools)
      assert(
        tools.some(({ name, server }) => name === 'echo' && server === 'docs'),
        'by their own names',
      )
      assert.equal(
        group.search('echo', { limit: 1 }).map(({ name }) => name),
        ['echo'],
      )
      assert.equal(group.search('zzzz qqqq'), [])
      assert.equal(
        (await server.methods()).filter((method) => method.endsWith('/list')),
        ['tools/list'],
      )
      await group.close()
    },
  },
  {
    name: 'listen() reports the changes of all servers with their names, also of one that is added later',
    async run(world) {
      const { server: docs, origin, assert } = world
      const [crm, later] = [await origin(), await origin()]
      const group = await openGroup(world, { docs: docs.url, crm: crm.url }, { autoRefresh: false })
      const subscription = group.listen({ toolsListChanged: true })
      const changes = follow(subscription as never) as unknown as { next(): Promise<{ type: string; server: string }> }
      const subscribed = [await changes.next(), await changes.next()]
      assert.equal(
        subscribed.map(({ type }) => type),
        ['subscribed', 'subscribed'],
      )
      assert.equal(subscribed.map(({ server }) => server).sort(), ['crm', 'docs'])
      await group.callTool('crm__test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools', server: 'crm' })
      await group.add('later', later.url)
      assert.match(await changes.next(), { type: 'subscribed', server: 'later' })
      await group.callTool('later__test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools', server: 'later' })
      subscription.close()
      assert.equal(await changes.next(), undefined)
      const watching = group.listen({ resourceSubscriptions: [WATCHED] }, { servers: ['docs'] })
      const updates = follow(watching as never) as unknown as typeof changes
      assert.match(await updates.next(), { type: 'subscribed', server: 'docs' })
      await group.callTool('docs__test_update_resource')
      assert.equal(await updates.next(), { type: 'resource', uri: WATCHED, server: 'docs' })
      const end = updates.next()
      await group.close()
      assert.equal(await end, undefined)
    },
  },
  {
    name: 'a signal ends listen() with its reason, and leaves no subscription behind',
    async run(world) {
      const { server, assert } = world
      const group = await openGroup(world, { docs: server.url }, { autoRefresh: false })
      const stop = new AbortController()
      const subscription = group.listen({ toolsListChanged: true }, { signal: stop.signal })
      assert.match((await subscription.next()).value, { type: 'subscribed' })
      const next = subscription.next()
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(next), reason)
      assert.equal(await subscription.next(), { value: undefined, done: true })
      await server.until((journal) => journal.every(({ ended }) => ended !== undefined))
      assert.equal(toolsOf(group, 'docs').includes('echo'), true)
      await group.close()
    },
  },
]
