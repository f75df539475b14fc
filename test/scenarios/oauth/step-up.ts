/** Step-up: a call that needs a scope which was not granted yet. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  grantsAt,
  protect,
  protectAndSignIn,
  queryOf,
  requestedPaths,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

const toolScopes = { echo: 'write' }

export const stepUp: Scenario[] = [
  {
    name: 'a step-up asks a person for the missing scopes beside the granted ones, and does not refresh',
    ids: ['auth:A-70', 'auth:A-74', 'auth:A-64'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world, { scope: 'read', toolScopes })
      await assert.rejects(connect(), { code: 'authorization-required', scope: 'read' })
      await auth.signIn(visitor)
      const client = await connect()
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'insufficient-scope',
        delivery: 'not-executed',
      })
      assert.includes(String(error.scope).split(' '), 'write')
      assert.match(auth.status, { status: 'needs-user', reason: 'scope' })
      assert.includes(String((auth.status as { scope?: string }).scope).split(' '), 'write')
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
      assert.equal((await client.callTool('echo', { text: 'more' })).content, textContent('more'))
      const second = queryOf(requestsTo(await server.journal(), '/oauth/authorize')[1])
      assert.equal(second.get('scope')?.split(' ').sort(), ['read', 'write'])
      assert.equal(await grantsAt(server), ['authorization_code', 'authorization_code'])
    },
  },
  {
    name: 'a server that keeps asking for scopes is asked once, and later calls fail at once',
    ids: ['auth:A-71', 'auth:A-73', 'auth:S-18'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world, { toolScopes, token: { scope: 'read' } })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'insufficient-scope' })
      await auth.signIn(visitor).catch(() => {})
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'insufficient-scope' })
      const before = (await requestedPaths(server)).length
      for (let round = 0; round < 3; round++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'insufficient-scope' })
      }
      assert.equal((await requestedPaths(server)).length, before)
      assert.match(auth.status, { status: 'authorized' }, 'no person is asked again')
      assert.equal((await client.callTool('add', { a: 1, b: 2 })).isError ?? false, false)
    },
  },
  {
    name: 'ever new scopes open at most three sign-ins',
    ids: ['auth:S-18'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world, {})
      const client = await connect()
      let windows = 0
      for (let round = 0; round < 10; round++) {
        await server.configure({ oauth: { toolScopes: { echo: `scope-${round}` }, token: { scope: 'read' } } })
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'insufficient-scope' })
        if (auth.status.status !== 'needs-user') continue
        windows++
        await auth.signIn(visitor).catch(() => {})
      }
      assert(windows <= 3, `${windows} windows`)
    },
  },
]
