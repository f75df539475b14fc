/** Refreshing tokens, storing them and giving them up. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  authorize,
  formOf,
  grantsAt,
  protect,
  protectAndSignIn,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'
import { openStore } from './steps/auth-store.ts'

export const refresh: Scenario[] = [
  {
    name: 'a token is refreshed before it expires',
    ids: ['auth:A-60'],
    async run(world) {
      const { assert } = world
      const store = openStore()
      const { connect, server } = await protectAndSignIn(world, {}, { store })
      const before = requestsTo(await server.journal(), '/mcp').length
      store.age(3_580_000)
      const client = await connect()
      await client.callTool('echo', { text: 'x' })
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      const sent = requestsTo(await server.journal(), '/mcp').slice(before)
      assert(
        sent.every(({ status }) => status !== 401),
        'nothing was refused',
      )
    },
  },
  {
    name: 'a token without an expiry is refreshed only after a 401',
    ids: ['auth:A-60'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world, { token: { fields: { expires_in: null } } })
      const client = await connect()
      await client.callTool('echo', { text: 'x' })
      assert.equal(await grantsAt(server), ['authorization_code'])
      await server.act({ expireTokens: true })
      await client.callTool('echo', { text: 'x' })
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'two clients that share a store refresh once',
    ids: ['auth:A-61', 'auth:A-63'],
    async run(world) {
      const { assert } = world
      const store = openStore()
      const first = await protectAndSignIn(world, {}, { store })
      const second = authorize(world, first.server, { store })
      const [one, other] = [await first.connect(), await second.connect()]
      await first.server.act({ expireTokens: true })
      await one.callTool('echo', { text: 'x' })
      await other.callTool('echo', { text: 'x' })
      assert.equal(await grantsAt(first.server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'new tokens are stored before they are used, and the old refresh token is kept if there is no new one',
    ids: ['auth:A-62'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world, { token: { refresh: 'keep' } })
      const client = await connect()
      for (let round = 0; round < 3; round++) {
        await server.act({ expireTokens: true })
        await client.callTool('echo', { text: 'x' })
      }
      const refreshes = requestsTo(await server.journal(), '/oauth/token').slice(1)
      assert.equal(new Set(refreshes.map((entry) => formOf(entry).get('refresh_token'))).size, 1)
      assert.equal(refreshes.length, 3)
    },
  },
  {
    name: 'a failing store is an error, since the old refresh token may be invalid by now',
    ids: ['auth:A-62'],
    async run(world) {
      const { assert } = world
      const store = openStore()
      const { connect, server } = await protectAndSignIn(world, {}, { store })
      const client = await connect()
      await server.act({ expireTokens: true })
      store.fail = true
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'auth', delivery: 'not-executed' })
      const used = requestsTo(await server.journal(), '/mcp').map(({ headers }) => headers.authorization)
      assert.equal(new Set(used.filter(Boolean)).size, 1, 'the new token was not used')
    },
  },
  {
    name: 'a refused refresh token is dropped, and a person is needed',
    ids: ['auth:A-63'],
    async run(world) {
      const { assert } = world
      const store = openStore()
      const { auth, connect, server } = await protectAndSignIn(world, {}, { store })
      const client = await connect()
      await server.act({ expireTokens: true })
      const body = { error: 'invalid_grant' }
      await server.script({ on: { path: '/oauth/token' }, do: [{ respond: { status: 400, body } }] })
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'authorization-required',
        reason: 'expired',
        delivery: 'not-executed',
      })
      assert.match(auth.status, { status: 'needs-user', reason: 'expired' })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'authorization-required' })
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      assert(![...store.values.values()].join().includes('secret-refresh-'), 'nothing is left of it')
      await server.script()
      await auth.signIn(visitor)
      assert.equal((await client.callTool('echo', { text: 'again' })).content, textContent('again'))
    },
  },
  {
    name: 'a refresh token that the server refuses for any reason is dropped, and a person is needed',
    ids: ['auth:A-57', 'auth:A-63'],
    async run(world) {
      const { assert } = world
      for (const [status, body] of [
        [400, 'Bad Request'],
        [400, { error: 'unauthorized_client' }],
        [400, { error: 'unsupported_grant_type' }],
        [400, { error: 'invalid_request', error_description: 'unknown refresh token' }],
        [401, { error: 'invalid_token' }],
        [403, {}],
        [200, { error: 'bad_refresh_token' }],
      ] as [number, string | object][]) {
        const { auth, connect, events, server } = await protectAndSignIn(world)
        const client = await connect()
        await server.act({ expireTokens: true })
        await server.script({ on: { path: '/oauth/token' }, do: [{ respond: { status, body } }] })
        for (let count = 0; count < 3; count++) {
          await assert.rejects(client.callTool('echo', { text: 'x' }), {
            code: 'authorization-required',
            delivery: 'not-executed',
          })
        }
        assert.match(auth.status, { status: 'needs-user' })
        assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'], 'asked once')
        const warning = events.find(({ type }) => type === 'warning') as { error?: Record<string, unknown> } | undefined
        assert.match(warning?.error, { reason: 'token-refused', status })
        await server.script()
        await auth.signIn(visitor)
        assert.equal((await client.callTool('echo', { text: 'again' })).content, textContent('again'))
      }
    },
  },
  {
    name: 'a refresh sends no scope, unless the server wants one',
    ids: ['auth:A-64'],
    async run(world) {
      const { assert } = world
      for (const [options, expected] of [
        [{}, null],
        [{ refreshScope: 'read' }, 'read'],
      ] as const) {
        const { connect, server } = await protectAndSignIn(world, { scope: 'read' }, options)
        const client = await connect()
        await server.act({ expireTokens: true })
        await client.callTool('echo', { text: 'x' })
        const refresh = requestsTo(await server.journal(), '/oauth/token')[1]
        assert.equal([formOf(refresh).get('grant_type'), formOf(refresh).get('scope')], ['refresh_token', expected])
      }
    },
  },
  {
    name: 'without a refresh token an expired token needs a person',
    ids: ['auth:A-65'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world, { token: { refresh: 'none' } })
      const client = await connect()
      await server.act({ expireTokens: true })
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'authorization-required',
        reason: 'expired',
      })
      assert.match(auth.status, { status: 'needs-user', reason: 'expired' })
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
  {
    name: 'signing out forgets the tokens first and then revokes them, even if the server is down',
    ids: ['auth:A-67', 'auth:S-40'],
    async run(world) {
      const { assert } = world
      for (const down of [false, true]) {
        const store = openStore()
        const { auth, connect, server } = await protectAndSignIn(world, {}, { store })
        if (down) await server.script({ on: { path: '/oauth/revoke' }, do: [{ respond: { status: 503 } }] })
        await auth.signOut({ revoke: true }).catch(() => {})
        assert.equal(auth.status, { status: 'anonymous' })
        assert(!/secret-(access|refresh)-/.test([...store.values.values()].join()), 'no token is left')
        const revoked = requestsTo(await server.journal(), '/oauth/revoke').map((entry) => formOf(entry).get('token'))
        assert(
          revoked.some((token) => token?.startsWith('secret-refresh-')),
          'the refresh token was revoked',
        )
        await assert.rejects(connect(), { code: 'authorization-required', reason: 'sign-in-required' })
      }
    },
  },
  {
    name: 'tokens stored for one server are not used for another, and corrupt records are ignored',
    ids: ['auth:A-80', 'auth:A-107', 'auth:S-20'],
    async run(world) {
      const { assert } = world
      const store = openStore()
      const first = await protectAndSignIn(world, {}, { store })
      const second = await protect(world, {}, { store })
      await assert.rejects(second.connect(), { code: 'authorization-required' })
      await second.auth.signIn(visitor)
      await (await first.connect()).callTool('echo', { text: 'x' })
      await (await second.connect()).callTool('echo', { text: 'x' })
      const tokensOf = async (server: typeof first.server) =>
        new Set(requestsTo(await server.journal(), '/mcp').flatMap(({ headers }) => headers.authorization ?? []))
      assert.equal([(await tokensOf(first.server)).size, (await tokensOf(second.server)).size], [1, 1])
      for (const junk of ['7', '{}', '{"access_token":7}', '"x"', '[null]']) {
        for (const key of store.values.keys()) store.values.set(key, junk)
        const { connect } = authorize(world, first.server, { store })
        await assert.rejects(connect(), { code: 'authorization-required' })
      }
    },
  },
]
