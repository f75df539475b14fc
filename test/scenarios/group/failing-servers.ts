/** Groups with servers that fail: each server has its own state, and none takes another with it. */
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { authorize, visitor } from '../steps/protected-server.ts'
import { openGroup, REFUSED_PORT, toolsOf } from './steps/open-group.ts'

const echoed = textContent('on')

export const failingServers: Scenario[] = [
  {
    name: 'of five servers (good, down, hanging, 401, flapping) the good one is there, and the others say what is wrong',
    async run(world) {
      const { server: good, origin, assert } = world
      const [hangs, needsToken, flaps] = [await origin(), await origin(), await origin()]
      await hangs.script({ on: { httpMethod: 'POST' }, do: [{ barrier: 'never' }] })
      await needsToken.configure({ oauth: {} })
      // Set and removed instead of counted: an engine may send a request again when its connection was closed.
      const failing: Rule = { on: { rpcMethod: 'tools/list' }, do: [{ respond: { status: 503, body: 'starting' } }] }
      await flaps.script(failing)
      const group = await openGroup(world, {
        good: good.url,
        down: REFUSED_PORT,
        hangs: { url: hangs.url, connectTimeout: 1_500 },
        needsToken: needsToken.url,
        flaps: flaps.url,
      })
      const { servers, tools } = group.get()
      assert.match(servers.good, { status: 'ready', error: undefined })
      assert(toolsOf(group, 'good').includes('echo'), 'its tools are listed')
      assert.equal([...new Set(tools.map(({ server }) => server))], ['good'])
      const errors = Object.fromEntries(Object.entries(servers).map(([name, { error }]) => [name, error]))
      assert.match(errors.down, { code: 'connect', retryable: true, message: /127\.0\.0\.1:61999/ })
      assert.match(errors.hangs, { code: 'timeout', limit: 'connectTimeout' })
      assert.match(errors.needsToken, { code: 'connect', status: 401 })
      assert.match(errors.flaps, { code: 'http', status: 503 })
      assert.equal(servers.needsToken?.status, 'needs-user')
      for (const name of ['down', 'hangs', 'flaps']) assert.equal(servers[name]?.status, 'failed', name)
      assert.equal((await group.callTool('good__echo', { text: 'on' })).content, echoed)
      await flaps.script()
      assert.match(await group.retry('flaps'), { status: 'ready', error: undefined })
      assert.equal((await group.callTool('flaps__echo', { text: 'on' })).content, echoed)
      await flaps.script(failing)
      // What it listed is served with its age when it cannot be read again.
      const before = group.get().servers.flaps?.catalogue
      const stale = await group.retry('flaps')
      assert.match(stale, { status: 'degraded' })
      assert.match(stale.error, { code: 'http', status: 503 })
      assert.equal(stale.catalogue?.tools, before?.tools)
      assert.equal((await group.callTool('flaps__echo', { text: 'on' })).content, echoed)
      await flaps.script()
      assert.match(await group.retry('flaps'), { status: 'ready', error: undefined })
      await group.close()
    },
  },
  {
    name: 'a hanging server delays the group until its own time limit at most, and not beyond the deadline of the group',
    async run(world) {
      const { server, origin, assert } = world
      const hangs = await origin()
      await hangs.script({ on: { httpMethod: 'POST' }, do: [{ barrier: 'never' }] })
      const group = await openGroup(world, { hangs: hangs.url, good: server.url }, { deadline: 1_000 })
      const { servers } = group.get()
      assert.equal([servers.hangs?.status, servers.good?.status], ['connecting', 'ready'])
      assert.equal((await group.callTool('good__echo', { text: 'on' })).content, echoed)
      await group.close()
      assert.equal(group.get().servers.hangs?.status, 'closed')
    },
  },
  {
    name: 'a server that a user has to sign in to is needs-user, and ready after the sign-in and retry()',
    async run(world) {
      const { server, origin, assert } = world
      const crm = await origin()
      await crm.configure({ oauth: {} })
      const { auth } = authorize(world, crm)
      const group = await openGroup(world, { docs: server.url, crm: { url: crm.url, fetch: auth.fetch } })
      assert.match(group.get().servers.crm, { status: 'needs-user' })
      assert.match(group.get().servers.crm?.error, { code: 'authorization-required', delivery: 'not-executed' })
      assert.equal(group.get().servers.docs?.status, 'ready')
      await auth.signIn(visitor)
      assert.match(await group.retry('crm'), { status: 'ready', error: undefined })
      assert.equal((await group.callTool('crm__echo', { text: 'on' })).content, echoed)
      // Where the user is signed out meanwhile, a call shows it.
      await auth.signOut()
      await assert.rejects(group.callTool('crm__echo', { text: 'on' }), { code: 'authorization-required' })
      assert.match(group.get().servers.crm, { status: 'needs-user' })
      assert(toolsOf(group, 'crm').includes('echo'), 'its tools are still listed')
      await auth.signIn(visitor)
      assert.equal((await group.callTool('crm__echo', { text: 'on' })).content, echoed)
      assert.match(group.get().servers.crm, { status: 'ready', error: undefined })
      await group.close()
    },
  },
]
