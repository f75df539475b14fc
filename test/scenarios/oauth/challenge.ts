/** 401 challenges (`WWW-Authenticate`), and which requests carry the token. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  authorize,
  grantsAt,
  PRM,
  protect,
  protectAndSignIn,
  requestedPaths,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

export const challenge: Scenario[] = [
  {
    name: 'a server that needs a person is an AuthorizationRequiredError at once, and after signing in everything works',
    ids: ['auth:A-1'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server, origin } = await protect(world)
      assert.equal(auth.status, { status: 'anonymous' })
      await assert.rejects(connect(), {
        code: 'authorization-required',
        reason: 'sign-in-required',
        delivery: 'not-executed',
      })
      assert.match(auth.status, { status: 'needs-user', reason: 'sign-in-required' })
      assert.equal(requestsTo(await server.journal(), '/mcp').length, 1)
      assert.match(await auth.signIn(visitor), { status: 'authorized', issuer: origin })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'in' })).content, textContent('in'))
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
  {
    name: 'a 401 that persists is final after one refresh and one retry',
    ids: ['auth:A-1'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const before = requestsTo(await server.journal(), '/mcp').length
      const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
      await server.script({ on: { path: '/mcp' }, do: [{ respond: { status: 401, headers } }] })
      await assert.rejects(connect(), { code: 'auth', reason: 'unauthorized', status: 401, delivery: 'not-executed' })
      assert.equal(requestsTo(await server.journal(), '/mcp').length - before, 2)
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'a server may ask for a token only at the first list',
    ids: ['auth:A-1'],
    async run(world) {
      const { assert } = world
      const open = ['server/discover', 'initialize', 'notifications/initialized']
      const { auth, connect } = await protect(world, { open })
      const client = await connect()
      assert.equal(auth.status, { status: 'anonymous' })
      await assert.rejects(client.listTools(), { code: 'authorization-required', delivery: 'not-executed' })
      await auth.signIn(visitor)
      assert((await client.listTools()).length > 0, 'the tools are there')
    },
  },
  {
    name: 'every request carries its token, also GET and DELETE, and is repeated after a 401',
    ids: ['auth:A-1', 'auth:A-6'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const before = requestsTo(await server.journal(), '/mcp').length
      await server.configure({ versions: ['2025-11-25'] })
      const client = await connect({ handlers: { roots: () => [] } })
      await server.until((journal) => journal.some(({ httpMethod, status }) => httpMethod === 'GET' && status === 200))
      await client.callTool('echo', { text: 'x' })
      await server.act({ expireTokens: true })
      await client.close()
      const journal = await server.until(
        (entries) => entries.filter(({ httpMethod }) => httpMethod === 'DELETE').length === 2,
      )
      const mcp = requestsTo(journal, '/mcp').slice(before)
      assert.equal(
        mcp.filter(({ httpMethod }) => httpMethod === 'DELETE').map(({ status }) => status),
        [401, 200],
      )
      for (const { httpMethod, headers, rpcMethod } of mcp) {
        assert.match(headers, { authorization: /^Bearer secret-access-/ }, `${httpMethod} ${rpcMethod}`)
      }
      assert(!JSON.stringify(journal.map(({ path }) => path)).includes('secret-access'), 'no token in any address')
    },
  },
  {
    name: 'WWW-Authenticate is parsed as RFC 9110 says, whatever else the header contains',
    ids: ['auth:A-2'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const link = `${new URL(server.url).origin}/elsewhere`
      const texts = [
        `Bearer resource_metadata="${link}", scope="read"`,
        `Basic realm="x", Bearer resource_metadata="${link}", scope="read"`,
        `bearer scope = "read" ,resource_metadata= "${link}"`,
        `BEARER Scope=read, Resource_Metadata="${link}"`,
        `Bearer error_description="needs scope=admin first", scope="read", resource_metadata="${link}"`,
        `Bearer error_description="a \\" b, scope=\\"admin\\"", scope="read", resource_metadata="${link}"`,
        `Bearer scope="re\\ad", resource_metadata="${link}", scope="admin"`,
        `DPoP algs="ES256", scope="read", resource_metadata="${link}"`,
        `Negotiate abc==, Bearer scope="read", resource_metadata="${link}", Digest nonce="n"`,
      ]
      for (const text of texts) {
        await server.configure({ oauth: { challenge: { text }, resource: { at: ['/elsewhere'] } } })
        const { connect, auth } = authorize(world, server)
        const before = (await requestedPaths(server)).length
        await assert.rejects(connect(), { code: 'authorization-required', scope: 'read' })
        assert.match(auth.status, { status: 'needs-user', scope: 'read' }, text)
        await auth.signIn(visitor)
        assert.equal((await requestedPaths(server))[before], '/elsewhere', text)
      }
    },
  },
  {
    name: 'without a readable challenge the well-known metadata URL is used',
    ids: ['auth:A-3'],
    async run(world) {
      const { assert } = world
      for (const config of [
        { challenge: 'none' as const },
        { challenge: 'plain' as const },
        { exposeChallenge: false },
      ]) {
        const { auth, connect, server } = await protect(world, config)
        await assert.rejects(connect(), { code: 'authorization-required' })
        await auth.signIn(visitor)
        assert.equal((await requestedPaths(server))[0], `${PRM}/mcp`)
        await connect()
      }
    },
  },
  {
    name: 'the scope of the challenge is requested, whatever the metadata lists',
    ids: ['auth:A-4'],
    async run(world) {
      const { assert } = world
      const fields = { scopes_supported: ['write', 'admin'] }
      const { auth, connect, server } = await protect(world, { scope: 'read files:list', resource: { fields } })
      await assert.rejects(connect(), { scope: 'read files:list' })
      assert.match(await auth.signIn(visitor), { status: 'authorized', scope: 'read files:list' })
      const [request] = requestsTo(await server.journal(), '/oauth/authorize')
      assert.equal(new URL(`http://x${request?.path}`).searchParams.get('scope'), 'read files:list')
      await connect()
    },
  },
  {
    name: 'a 403 without insufficient_scope reaches the caller and starts no authorization',
    ids: ['auth:A-5'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const client = await connect()
      const before = (await requestedPaths(server)).length
      for (const headers of [{}, { 'www-authenticate': 'Bearer error="invalid_request"' }]) {
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 403, headers } }] })
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 403 })
      }
      assert.equal((await requestedPaths(server)).length, before)
    },
  },
  {
    name: 'a token is sent only to its own origin',
    ids: ['auth:A-7', 'auth:S-26'],
    async run(world) {
      const { assert } = world
      const { auth, origin } = await protectAndSignIn(world)
      const other = await world.origin()
      const { signal } = new AbortController()
      const init = { method: 'GET', headers: {}, signal, redirect: 'manual', credentials: 'omit' } as const
      const { host } = new URL(other.url)
      for (const url of [other.url, `${origin}@${host}/mcp`, other.url.replace('127.0.0.1', 'localhost')]) {
        await assert.rejects(auth.fetch(url, init), { code: 'auth', reason: 'url-refused', delivery: 'not-executed' })
      }
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'a token that no header can carry is refused and never sent',
    ids: ['auth:A-8'],
    async run(world) {
      const { assert } = world
      for (const access_token of ['a\r\nx-evil: 1', 'sécret', '', 'two words', 7]) {
        const { auth, connect, server } = await protect(world, { token: { fields: { access_token } } })
        await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'token-refused' })
        await assert.rejects(connect(), { code: 'authorization-required' })
        const sent = requestsTo(await server.journal(), '/mcp')
        assert(!sent.some(({ headers }) => 'authorization' in headers), 'nothing was sent with it')
      }
    },
  },
]
