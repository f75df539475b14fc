/** The authorization request: its parameters, scopes and redirect URI. */

import type { Fetch } from '../../../src/core/index.ts'
import type { OAuthOptions } from '../../../src/oauth/index.ts'
import type { OAuthConfig } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import {
  authorize,
  CALLBACK,
  createRecordingDriver,
  formOf,
  protect,
  queryOf,
  requestsTo,
  visit,
  visitor,
} from '../steps/protected-server.ts'

export const authorizationRequest: Scenario[] = [
  {
    name: 'the application adds parameters to the authorization request and chooses among the scopes of the server',
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(
        world,
        { scope: 'read admin' },
        {
          authorizationParameters: { login_hint: 'ada' },
          filterScopes: (scopes) => scopes.filter((scope) => scope !== 'admin'),
        },
      )
      await auth.signIn(visitor)
      const query = queryOf(requestsTo(await server.journal(), '/oauth/authorize')[0])
      assert.equal([query.get('login_hint'), query.get('scope')], ['ada', 'read'])
      assert.match(auth.status, { status: 'authorized', scope: 'read' })
    },
  },
  {
    name: 'each sign-in has its own verifier and state of 32 random bytes',
    ids: ['auth:A-38', 'auth:A-39'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      const states: string[] = []
      for (let count = 0; count < 3; count++) {
        await auth.signIn((url, { state, redirectUri }) => {
          assert.equal(redirectUri, CALLBACK)
          assert.equal(url.searchParams.get('state'), state)
          states.push(state)
          return visit(url)
        })
      }
      const journal = await server.journal()
      const verifiers = requestsTo(journal, '/oauth/token').map((entry) => formOf(entry).get('code_verifier') ?? '')
      const asked = requestsTo(journal, '/oauth/authorize').map(queryOf)
      const challenges = asked.map((query) => query.get('code_challenge'))
      assert.equal(
        asked.map((query) => query.get('code_challenge_method')),
        ['S256', 'S256', 'S256'],
      )
      for (const values of [states, verifiers, challenges]) {
        assert.equal(new Set(values).size, 3)
        for (const value of values) assert(/^[\w-]{43}$/.test(value ?? ''), `${value} is 32 bytes in base64url`)
      }
    },
  },
  {
    name: 'the resource is sent exactly as the metadata writes it, in all three requests',
    ids: ['auth:A-40'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin } = new URL(server.url)
      await server.configure({ oauth: { resource: { fields: { resource: origin } } } })
      const { auth, connect } = authorize(world, server)
      await auth.signIn(visitor)
      await connect()
      await server.act({ expireTokens: true })
      await connect()
      const journal = await server.journal()
      const [request] = requestsTo(journal, '/oauth/authorize')
      const forms = requestsTo(journal, '/oauth/token').map(formOf)
      assert.equal(
        [queryOf(request), ...forms].map((given) => given.getAll('resource')),
        [[origin], [origin], [origin]],
      )
    },
  },
  {
    name: 'the redirect URI is https or loopback, has no fragment and is the same in both requests',
    ids: ['auth:A-41'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      await auth.signIn(visitor)
      const journal = await server.journal()
      assert.equal(queryOf(requestsTo(journal, '/oauth/authorize')[0]).get('redirect_uri'), CALLBACK)
      assert.equal(formOf(requestsTo(journal, '/oauth/token')[0]).get('redirect_uri'), CALLBACK)
      const nowhere = [
        'javascript:x',
        'data:text/html,x',
        'file:///cb',
        'ftp://a.example/cb',
        'blob:https://a.example/1',
      ]
      for (const redirectUri of ['http://lan-host/cb', 'myapp://cb', `${CALLBACK}#x`, 'nonsense', ...nowhere]) {
        const driver = createRecordingDriver()
        await assert.rejects((async () => authorize(world, server, { redirectUri }).auth.signIn(driver))())
        assert.equal(driver.urls, [], redirectUri)
      }
      for (const redirectUri of [
        'https://a.example/cb',
        'http://127.0.0.1:1/cb',
        'com.example.app:/cb',
        'myapp://cb',
      ]) {
        const driver = createRecordingDriver()
        await authorize(world, server, { redirectUri, allowCustomScheme: /^[cm]/.test(redirectUri) }).auth.signIn(
          driver,
        )
        assert.equal(driver.urls[0]?.searchParams.get('redirect_uri'), redirectUri)
      }
    },
  },
  {
    name: 'the scope comes from the challenge, else from the metadata, else from the options, else none is sent',
    ids: ['auth:A-42'],
    async run(world) {
      const { assert } = world
      const fields = { scopes_supported: ['a', 'b:c'] }
      const cases: [OAuthConfig, Partial<OAuthOptions>, string | null][] = [
        [{ scope: 'read', resource: { fields } }, { scope: 'mine' }, 'read'],
        [{ resource: { fields } }, { scope: 'mine' }, 'a b:c'],
        [{}, { scope: 'mine yours' }, 'mine yours'],
        [{}, {}, null],
      ]
      for (const [config, options, expected] of cases) {
        const { auth, connect, server } = await protect(world, config, options)
        await assert.rejects(connect(), { code: 'authorization-required' })
        await auth.signIn(visitor)
        assert.equal(queryOf(requestsTo(await server.journal(), '/oauth/authorize')[0]).get('scope'), expected)
      }
    },
  },
  {
    name: 'invalid, too many or too long scopes are not passed on',
    ids: ['auth:A-42', 'auth:S-19'],
    async run(world) {
      const { assert } = world
      const many = Array.from({ length: 101 }, (_, index) => `s${index}`).join(' ')
      for (const scope of ['bad\u00e9', 'x'.repeat(5_000), many]) {
        const { auth, connect, server } = await protect(world, { scope })
        const driver = createRecordingDriver()
        await assert.rejects(connect(), { delivery: 'not-executed' })
        await auth.signIn(driver).catch(() => {})
        const asked = driver.urls.map((url) => url.searchParams.get('scope') ?? '').join(' ')
        assert(asked.length <= 4_096 && asked.split(' ').length <= 100, 'the scope is bounded')
        assert(!asked.includes('\u00e9'), 'and of scope characters')
        assert(!(await server.journal()).some(({ path }) => path === '/oauth/token'), 'no token was asked for')
      }
    },
  },
  {
    name: 'offline_access is added only if the server lists it, a scope is sent and refresh is wanted, and always asks for consent',
    ids: ['auth:A-43'],
    async run(world) {
      const { assert } = world
      const fields = { scopes_supported: ['read', 'offline_access'] }
      const cases: [OAuthConfig, Partial<OAuthOptions>, string | null][] = [
        [{ scope: 'read', server: { fields } }, {}, 'read offline_access'],
        [{ scope: 'read', server: { fields } }, { requestRefreshToken: false }, 'read'],
        [{ scope: 'read' }, {}, 'read'],
        [{ server: { fields } }, {}, null],
        [{ scope: 'read offline_access' }, {}, 'read offline_access'],
        [{ resource: { fields: { scopes_supported: ['offline_access'] } } }, {}, 'offline_access'],
      ]
      for (const [config, options, expected] of cases) {
        const { auth, connect, server } = await protect(world, config, options)
        await assert.rejects(connect(), { code: 'authorization-required' })
        await auth.signIn(visitor)
        const query = queryOf(requestsTo(await server.journal(), '/oauth/authorize')[0])
        assert.equal(query.get('scope'), expected)
        assert.equal(query.get('prompt'), expected?.includes('offline') ? 'consent' : null)
      }
    },
  },
  {
    name: 'query parameters of the authorization endpoint cannot duplicate ours',
    ids: ['auth:A-45'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin } = new URL(server.url)
      const endpoint = `${origin}/oauth/authorize?client_id=x&state=y&tenant=kept&code_challenge_method=plain`
      await server.configure({ oauth: { server: { fields: { authorization_endpoint: endpoint } } } })
      const { auth } = authorize(world, server)
      await auth.signIn(visitor)
      const query = queryOf(requestsTo(await server.journal(), '/oauth/authorize')[0])
      for (const name of ['client_id', 'state', 'code_challenge_method', 'redirect_uri']) {
        assert.equal(query.getAll(name).length, 1, name)
      }
      assert.equal([query.get('tenant'), query.get('code_challenge_method')], ['kept', 'S256'])
    },
  },
  {
    name: 'nothing is requested before it is needed, and fetch gets only options that every runtime accepts',
    ids: ['auth:A-120', 'auth:A-126'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ oauth: {} })
      const keys = new Set<string>()
      const receivers = new Set<unknown>()
      const given: Fetch = function (this: unknown, url, init) {
        receivers.add(this)
        // Requests to the MCP endpoint have a few more options.
        if (!url.startsWith(server.url)) for (const key of Object.keys(init)) keys.add(key)
        return fetch(url, init)
      }
      const { auth, connect } = authorize(world, server, { fetch: given })
      assert.equal(receivers.size, 0)
      await auth.signIn(visitor)
      await connect()
      assert.equal([...receivers], [undefined])
      assert.equal([...keys].sort(), ['body', 'credentials', 'headers', 'method', 'redirect', 'signal'])
    },
  },
  {
    name: 'two users of one server at the same time never share a token',
    ids: ['auth:A-123', 'auth:S-58'],
    async run(world) {
      const { assert } = world
      const { server, ...ada } = await protect(world)
      const bob = authorize(world, server)
      await Promise.all([ada.auth.signIn(visitor), bob.auth.signIn(visitor)])
      const clients = await Promise.all([ada.connect(), bob.connect()])
      await server.act({ expireTokens: true })
      for (let round = 0; round < 3; round++) {
        await Promise.all(clients.map((client, index) => client.callTool('echo', { text: `of ${index}` })))
      }
      const calls = requestsTo(await server.journal(), '/mcp').filter(({ rpcMethod }) => rpcMethod === 'tools/call')
      const tokens = [0, 1].map((index) => {
        const own = calls.filter(({ body }) => JSON.stringify(body).includes(`of ${index}`))
        return new Set(own.map(({ headers }) => headers.authorization))
      })
      assert.equal(
        tokens.map(({ size }) => size),
        [2, 2],
      )
      assert(![...tokens[0]!].some((token) => tokens[1]!.has(token)), 'each has its own')
    },
  },
]
