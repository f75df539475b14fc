/** Dynamic client registration (RFC 7591). */
import type { Scenario } from '../scenario.ts'
import {
  authorize,
  CALLBACK,
  createRecordingDriver,
  formOf,
  outcomeOf,
  protect,
  protectAndSignIn,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

export const dynamicRegistration: Scenario[] = [
  {
    name: 'a registration request has everything the server needs and what the application adds',
    ids: ['auth:A-31', 'auth:A-32', 'auth:A-44'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(
        world,
        {},
        { clientMetadata: { client_name: 'Mine', tos_uri: 'https://a/b' } },
      )
      await auth.signIn(visitor)
      const [registration] = requestsTo(await server.journal(), '/oauth/register')
      assert.match(registration?.headers, { 'content-type': /^application\/json/ })
      assert.match(registration?.body, {
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        client_name: 'Mine',
        tos_uri: 'https://a/b',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
      })
      const { server: web } = await protect(world)
      const online = authorize(world, web, { redirectUri: 'https://app.example/callback', requestRefreshToken: false })
      await online.auth.signIn(createRecordingDriver())
      const [other] = requestsTo(await web.journal(), '/oauth/register')
      assert.match(other?.body, { application_type: 'web', grant_types: ['authorization_code'] })
      const { server: reported } = await protect(world)
      await authorize(world, reported, { clientMetadata: { application_type: 'web' } }).auth.signIn(visitor)
      assert.match(requestsTo(await reported.journal(), '/oauth/register')[0]?.body, { application_type: 'web' })
    },
  },
  {
    name: "a refused registration is an error with the server's words and the request",
    ids: ['auth:A-33'],
    async run(world) {
      const { assert } = world
      const { auth, server, origin: issuer } = await protect(world)
      const body = { error: 'invalid_redirect_uri', error_description: 'no \u001b[31mloopback\n for web' }
      await server.script({ on: { path: '/oauth/register' }, do: [{ respond: { status: 400, body } }] })
      const error = await assert.rejects(auth.signIn(visitor), {
        code: 'auth',
        reason: 'registration-rejected',
        issuer,
        status: 400,
      })
      assert.match(error.server, { error: 'invalid_redirect_uri', description: /loopback/ })
      assert(!/\p{Cc}/u.test(Object.values(error.server as object).join('')), 'no control characters')
      assert.match(error.sent, { redirect_uris: [CALLBACK] })
      assert.equal(requestsTo(await server.journal(), '/oauth/register').length, 1)
      await server.script()
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
    },
  },
  {
    name: 'a registration response may have status 200, no expiry and extra fields',
    ids: ['auth:A-34', 'auth:S-8'],
    async run(world) {
      const { assert } = world
      const fields = { issuer: 'https://victim.example', redirect_uris: ['https://evil.example/'], __proto__x: 1 }
      for (const registration of [{ status: 200 }, { secret: true }, { secret: true, fields }]) {
        const { auth, connect, origin } = await protect(world, { registration })
        assert.match(await auth.signIn(visitor), { status: 'authorized', issuer: origin })
        await connect()
      }
      for (const client_id of [null, 7, '']) {
        const { auth } = await protect(world, { registration: { fields: { client_id } } })
        await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'registration-rejected' })
      }
    },
  },
  {
    name: 'a registration that the server forgot is made again, once, when a person signs in',
    ids: ['auth:A-35'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world)
      const client = await connect()
      await server.act({ forgetClients: true })
      await server.act({ expireTokens: true })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'authorization-required' })
      await auth.signIn(visitor)
      await client.callTool('echo', { text: 'x' })
      assert.equal(requestsTo(await server.journal(), '/oauth/register').length, 2)
    },
  },
  {
    name: 'an expired client secret is not used',
    ids: ['auth:A-35'],
    async run(world) {
      const { assert } = world
      const fields = { client_secret_expires_at: 1 }
      const { auth, server } = await protect(world, { registration: { secret: true, fields } })
      await outcomeOf(() => auth.signIn(visitor))
      await outcomeOf(() => auth.signIn(visitor))
      const registered = requestsTo(await server.journal(), '/oauth/register').length
      assert(registered >= 2 && registered <= 4, `registered ${registered} times`)
    },
  },
  {
    name: 'a registration for a way to authenticate that this client lacks is an error before anybody is sent away',
    ids: ['auth:A-34', 'auth:A-54'],
    async run(world) {
      const { assert } = world
      for (const fields of [
        { token_endpoint_auth_method: 'private_key_jwt' },
        { token_endpoint_auth_method: 'tls_client_auth', client_secret: 'secret' },
        { token_endpoint_auth_method: 'client_secret_basic' },
      ]) {
        const { auth, origin: issuer, server } = await protect(world, { registration: { fields } })
        const driver = createRecordingDriver()
        await assert.rejects(auth.signIn(driver), { code: 'auth', reason: 'client-auth-unsupported', issuer })
        assert.equal(driver.urls, [])
        await server.configure({ oauth: { registration: {} } })
        assert.match(await auth.signIn(visitor), { status: 'authorized' }, 'the registration was not kept')
      }
    },
  },
  {
    name: 'an empty client secret means a public client',
    ids: ['auth:A-34', 'auth:A-54'],
    async run(world) {
      const { assert } = world
      for (const token_endpoint_auth_method of [undefined, 'none', 'client_secret_basic']) {
        const fields = { client_secret: '', token_endpoint_auth_method }
        const { auth, connect, server } = await protect(world, { registration: { fields } })
        assert.match(await auth.signIn(visitor), { status: 'authorized' })
        const [exchange] = requestsTo(await server.journal(), '/oauth/token')
        assert.equal(exchange?.headers.authorization, undefined)
        assert(formOf(exchange).has('client_id') && !formOf(exchange).has('client_secret'), 'a public client')
        await connect()
      }
    },
  },
]
