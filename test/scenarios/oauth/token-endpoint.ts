/** The token endpoint: client authentication, and which responses are accepted. */
import type { OAuthConfig } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  authorize,
  CALLBACK,
  formOf,
  grantsAt,
  protect,
  protectAndSignIn,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'
import { openStore } from './steps/auth-store.ts'

/** A preregistered client with a secret. */
async function known(world: World, client: { id: string; secret: string; method?: string }, config: OAuthConfig = {}) {
  const server = await world.origin()
  const { origin: issuer } = new URL(server.url)
  await server.configure({ oauth: { clients: [{ ...client, redirectUris: [CALLBACK] }], ...config } })
  const { id, secret } = client
  return authorize(world, server, { client: { issuer, id, secret } })
}

export const tokenEndpoint: Scenario[] = [
  {
    name: 'a client authenticates with a method that the server lists: basic, else post, else none',
    ids: ['auth:A-54'],
    async run(world) {
      const { assert } = world
      for (const [listed, method] of [
        [null, 'client_secret_basic'],
        [['client_secret_basic', 'client_secret_post'], 'client_secret_basic'],
        [['client_secret_post', 'none'], 'client_secret_post'],
      ] as const) {
        const fields = { token_endpoint_auth_methods_supported: listed }
        const { auth } = await known(world, { id: 'known', secret: 's3', method }, { server: { fields } })
        assert.match(await auth.signIn(visitor), { status: 'authorized' }, String(listed))
      }
      const { auth, server } = await protect(world, {
        server: { fields: { token_endpoint_auth_methods_supported: ['none'] } },
      })
      await auth.signIn(visitor)
      const [request] = requestsTo(await server.journal(), '/oauth/token')
      assert.equal([request?.headers.authorization, formOf(request).get('client_secret')], [undefined, null])
    },
  },
  {
    name: 'a registered client authenticates as it was registered',
    ids: ['auth:A-54'],
    async run(world) {
      const { assert } = world
      for (const method of ['client_secret_post', 'client_secret_basic']) {
        const fields = { token_endpoint_auth_method: method }
        const { auth, connect, server } = await protect(world, { registration: { secret: true, fields } })
        await auth.signIn(visitor)
        await connect()
        const [request] = requestsTo(await server.journal(), '/oauth/token')
        assert.equal(formOf(request).has('client_secret'), method === 'client_secret_post')
      }
    },
  },
  {
    name: 'client ids and secrets may contain any characters',
    ids: ['auth:A-55'],
    async run(world) {
      const { assert } = world
      for (const odd of ['a:b', '100%', 'two words', 'é€😀', 'a+b&c=d', "-._~!*'()"]) {
        const { auth, connect } = await known(world, { id: odd, secret: odd, method: 'client_secret_basic' })
        assert.match(await auth.signIn(visitor), { status: 'authorized' }, odd)
        await connect()
      }
      const { auth, server } = await known(world, { id: 'a-b.c_d~e', secret: "it's-(fine)!*" })
      await auth.signIn(visitor)
      const [request] = requestsTo(await server.journal(), '/oauth/token')
      assert.equal(atob(request?.headers.authorization?.split(' ')[1] ?? ''), "a-b.c_d~e:it's-(fine)!*")
    },
  },
  {
    name: 'unusual but valid token responses are accepted, and an expiry is capped at a year',
    ids: ['auth:A-56', 'auth:S-46', 'auth:S-8'],
    async run(world) {
      const { assert } = world
      const good = [
        { token_type: 'bearer' },
        { token_type: 'BEARER' },
        { expires_in: '3600' },
        { expires_in: null },
        { expires_in: 1e300 },
        { expires_in: 'abc' },
        { issuer: 'https://victim.example', expires_at: 1, requested: 'admin', resource: 'https://victim.example' },
        { id_token: 'not.a.token', scope: null, extra: { deep: [] } },
      ]
      for (const fields of good) {
        const { auth, connect, origin } = await protect(world, { token: { fields } })
        const status = await auth.signIn(visitor)
        assert.match(status, { status: 'authorized', issuer: origin }, JSON.stringify(fields))
        const { expiresAt = 0 } = status as { expiresAt?: number }
        assert(expiresAt <= Date.now() + 367 * 86_400_000, 'no token lives longer than a year')
        assert.equal((await (await connect()).callTool('echo', { text: 'x' })).content, textContent('x'))
      }
    },
  },
  {
    name: 'a token response without a token, of another type or with an error inside is an error',
    ids: ['auth:A-56'],
    async run(world) {
      const { assert } = world
      const bad = [{ access_token: null }, { access_token: { a: 1 } }, { token_type: 'mac' }, { token_type: 7 }]
      for (const fields of bad) {
        const { auth, connect } = await protect(world, { token: { fields } })
        await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'token-refused' })
        await assert.rejects(connect(), { code: 'authorization-required' })
      }
      const fields = { error: 'bad_verification_code', error_description: 'expired' }
      const { auth } = await protect(world, { token: { fields } })
      const error = await assert.rejects(auth.signIn(visitor), { reason: 'token-refused' })
      assert.match(error.server, { error: 'bad_verification_code' })
    },
  },
  {
    name: 'a failing token endpoint loses no token and is not asked by every call',
    ids: ['auth:A-57', 'auth:S-43'],
    async run(world) {
      const { assert } = world
      for (const status of [500, 503]) {
        const store = openStore()
        const { auth, connect, server } = await protectAndSignIn(world, {}, { store })
        const client = await connect()
        await server.act({ expireTokens: true })
        await server.script({ on: { path: '/oauth/token' }, do: [{ respond: { status, body: 'secret-body' } }] })
        for (let count = 0; count < 5; count++) {
          const error = await assert.rejects(client.callTool('echo', { text: 'x' }), {
            code: 'auth',
            reason: 'temporarily-unavailable',
            delivery: 'not-executed',
            retryable: true,
          })
          assert(!JSON.stringify(error).includes('secret-body'), 'no body of the server')
        }
        assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
        assert.match(auth.status, { status: 'authorized' })
        await server.script()
        const other = await authorize(world, server, { store }).connect()
        assert.equal((await other.callTool('echo', { text: 'on' })).content, textContent('on'))
        assert.equal((await client.callTool('echo', { text: 'too' })).content, textContent('too'))
        assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token', 'refresh_token'])
      }
    },
  },
  {
    name: "a refused grant is an error with the server's words and is not retried",
    ids: ['auth:A-57'],
    async run(world) {
      const { assert } = world
      const { auth, server, origin: issuer } = await protect(world)
      const body = { error: 'invalid_grant', error_description: 'no' }
      await server.script({ on: { path: '/oauth/token' }, do: [{ respond: { status: 400, body } }] })
      const error = await assert.rejects(auth.signIn(visitor), {
        code: 'auth',
        reason: 'token-refused',
        issuer,
        status: 400,
      })
      assert.equal(error.server, { error: 'invalid_grant', description: 'no' })
      assert.equal((await grantsAt(server)).length, 1)
    },
  },
  {
    name: 'redirects of token, registration and revocation endpoints are not followed',
    ids: ['auth:A-58', 'auth:S-24'],
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const { origin } = new URL(other.url)
      for (const [path, status] of [
        ['/oauth/token', 307],
        ['/oauth/token', 302],
        ['/oauth/register', 308],
        ['/oauth/revoke', 307],
      ] as const) {
        const { auth, server } = await protect(world)
        await server.script({ on: { path }, do: [{ respond: { status, headers: { location: `${origin}${path}` } } }] })
        const tried = path === '/oauth/revoke' ? signOutAfterwards(auth) : auth.signIn(visitor)
        if (path === '/oauth/revoke') await tried
        else await assert.rejects(tried, { code: 'auth', delivery: 'not-executed' })
      }
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'no secret is sent over plain http beyond loopback',
    ids: ['auth:A-59', 'auth:S-4'],
    async run(world) {
      const { assert } = world
      for (const field of ['token_endpoint', 'registration_endpoint', 'authorization_endpoint']) {
        const { auth, server } = await protect(world, { server: { fields: { [field]: 'http://as.example/token' } } })
        await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'url-refused' })
        assert.equal(await grantsAt(server), [])
      }
    },
  },
  {
    name: 'a token response may have status 201',
    ids: ['auth:A-56'],
    async run(world) {
      const { assert } = world
      const { auth, connect } = await protect(
        world,
        {},
        {
          fetch: async (url, init) => {
            const response = await fetch(url, init)
            if (new URL(url).pathname !== '/oauth/token') return response
            return new Response(await response.text(), { status: 201, headers: { 'content-type': 'application/json' } })
          },
        },
      )
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
      await (await connect()).callTool('echo', { text: 'x' })
    },
  },
]

async function signOutAfterwards(auth: Awaited<ReturnType<typeof protect>>['auth']): Promise<void> {
  await auth.signIn(visitor)
  await auth.signOut({ revoke: true })
}
