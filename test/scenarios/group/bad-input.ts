/** What a group refuses, each with a typed error, and goes on working. */
import type { GroupOptions, GroupServers } from '../../../src/group/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { openGroup, REFUSED_PORT, toolsOf } from './steps/open-group.ts'

const echoed = textContent('on')
const refused = { code: 'group', name: 'GroupError', delivery: 'not-executed' }

export const badInput: Scenario[] = [
  {
    name: 'a second server of the same name, an unknown one, and unknown tools and prompts are refused without a request',
    async run(world) {
      const { server, assert } = world
      const group = await openGroup(world, { docs: server.url }, { autoRefresh: false })
      const before = (await server.methods()).length
      await assert.rejects(group.add('docs', REFUSED_PORT), {
        ...refused,
        reason: 'duplicate-server',
        server: 'docs',
        message: 'The group has a server docs already; remove it first, or use another name',
      })
      for (const asked of [
        group.retry('crm'),
        group.remove('crm'),
        group.readResource({ server: 'crm', uri: 'x:y' }),
      ]) {
        await assert.rejects(asked, { ...refused, reason: 'unknown-server', message: 'The group has no server crm' })
      }
      await assert.rejects(group.callTool('echo', { text: 'on' }), {
        ...refused,
        reason: 'unknown-tool',
        message: 'No server of the group lists the tool echo; did you mean docs__echo?',
      })
      await assert.rejects(group.getPrompt('docs__nope'), {
        ...refused,
        reason: 'unknown-prompt',
        message: 'No server of the group lists the prompt docs__nope',
      })
      await assert.rejects(group.readResource('nope:nope'), { ...refused, reason: 'unknown-resource' })
      assert.equal((await server.methods()).length, before, 'nothing was sent')
      assert.equal((await group.callTool('docs__echo', { text: 'on' })).content, echoed)
      await group.close()
    },
  },
  {
    name: 'a call to a server that is down fails at once and says why; the other servers go on',
    async run(world) {
      const { server, origin, assert } = world
      const crm = await origin()
      const first = await openGroup(world, { docs: server.url, crm: crm.url }, { autoRefresh: false })
      const snapshot = first.snapshot()
      await first.close()
      // The lists are known, but there is no connection.
      const { connection: _, ...known } = snapshot.servers.crm!
      const group = await openGroup(
        world,
        { docs: server.url, crm: REFUSED_PORT },
        { autoRefresh: false, snapshot: { ...snapshot, servers: { ...snapshot.servers, crm: known } } },
      )
      assert.equal(group.get().servers.crm?.status, 'failed')
      assert(toolsOf(group, 'crm').includes('echo'), 'its tools are listed as they were')
      const error = await assert.rejects(group.callTool('crm__echo', { text: 'on' }), {
        ...refused,
        reason: 'not-connected',
        server: 'crm',
        retryable: true,
        message:
          /^callTool echo: the server crm is not connected \(failed: Could not connect to http:\/\/127\.0\.0\.1:61999\/mcp/,
      })
      assert.match(error.cause, { code: 'connect' })
      assert.equal((await group.callTool('docs__echo', { text: 'on' })).content, echoed)
      await group.close()
      await assert.rejects(group.callTool('docs__echo', { text: 'on' }), {
        code: 'closed',
        delivery: 'not-executed',
        message: 'The group was closed',
      })
    },
  },
  {
    name: 'a tool that vanished is refused once its server reported that, and before that by the server itself',
    async run(world) {
      const { server, assert } = world
      const group = await openGroup(world, { docs: server.url }, { autoRefresh: false, lists: ['tools'] })
      await group.callTool('docs__test_trigger_tool_change')
      await group.retry('docs')
      const [extra] = toolsOf(group, 'docs').slice(-1)
      await group.callTool('docs__test_trigger_tool_change')
      await assert.rejects(group.callTool(`docs__${extra}`), { code: 'rpc', rpcCode: -32602, delivery: 'answered' })
      // That answer made the group read the list again.
      await group.retry('docs')
      const calls = callsIn(await server.journal()).length
      await assert.rejects(group.callTool(`docs__${extra}`), { ...refused, reason: 'unknown-tool' })
      assert.equal(callsIn(await server.journal()).length, calls, 'nothing was sent')
      assert.equal((await group.callTool('docs__echo', { text: 'on' })).content, echoed)
      await group.close()
    },
  },
  {
    name: 'connectGroup() rejects for wrong input and for its signal, and closes what it had opened',
    async run(world) {
      const { server, origin, assert } = world
      const wrong: [GroupServers, GroupOptions?][] = [
        [{ docs: {} as never }],
        [{ '': server.url }],
        [{ docs: undefined as never }],
        [{ docs: server.url }, { deadline: Number.NaN }],
        [{ docs: server.url }, { concurrency: 0 }],
      ]
      for (const [servers, options] of wrong) {
        await assert.rejects(openGroup(world, servers, options), {
          name: 'TypeError',
          message: /^connectGroup: expected/,
        })
      }
      assert.equal(await server.methods(), [])
      const hangs = await origin()
      await hangs.script({ on: { httpMethod: 'POST' }, do: [{ barrier: 'never' }] })
      const stop = new AbortController()
      const opening = openGroup(
        world,
        { docs: server.url, hangs: hangs.url },
        { signal: stop.signal, autoRefresh: false },
      )
      await hangs.reached('never')
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(opening), reason)
      await assert.rejects(openGroup(world, { docs: server.url }, { signal: stop.signal }), { message: 'enough' })
    },
  },
  {
    name: 'a wrong address or option of one server is the state of that server only',
    async run(world) {
      const { server, assert } = world
      const group = await openGroup(world, {
        docs: server.url,
        address: 'npx some-server',
        option: { url: server.url, timout: 5 } as never,
      })
      const { docs, address, option } = group.get().servers
      assert.equal([docs?.status, address?.status, option?.status], ['ready', 'failed', 'failed'])
      assert.match(address?.error, { code: 'connect', message: /stdio/ })
      assert.match(option?.error, { name: 'TypeError', message: /did you mean timeout\?/ })
      await group.close()
    },
  },
]
