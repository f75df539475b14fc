/** Tokens: refreshed once for everybody, kept safely, and given up when they are worth nothing. */
import { authorize, formOf, grantsAt, protect, protectAndSignIn, requestsTo, said, visitor } from './oauth-protected.ts'
import { openStore } from './oauth-store.ts'
import type { Scenario } from './scenario.ts'

export const oauthRefresh: Scenario[] = [
  {
    name: 'auth:A-60 a token is renewed before it ends, without a refusal',
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
    name: 'auth:A-60 without a time of expiry only a refusal renews it',
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
    name: 'auth:A-61 auth:A-63 two that share a store refresh once, and the late one takes what it finds',
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
    name: 'auth:A-62 the new tokens are kept before anybody uses them, and the old refresh token if there is no new one',
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
    name: 'auth:A-62 a store that fails is an error, since the old token may be dead by now',
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
    name: 'auth:A-63 a refresh token that is worth nothing is dropped, and a person is needed',
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
      assert.equal((await client.callTool('echo', { text: 'again' })).content, said('again'))
    },
  },
  {
    name: 'auth:A-64 a refresh asks for no scope, unless the server wants one',
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
    name: 'auth:A-65 without a refresh token the end of the token is the end, and a person is needed',
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
    name: 'auth:A-67 auth:S-40 signing out forgets first and revokes then, and a server that is down changes nothing',
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
        await assert.rejects(connect(), { code: 'authorization-required', reason: 'first' })
      }
    },
  },
  {
    name: 'auth:A-80 auth:A-107 auth:S-20 what is stored for one server is of no use to another, and junk is not believed',
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
