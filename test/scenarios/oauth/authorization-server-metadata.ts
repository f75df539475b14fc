/** Authorization server metadata (RFC 8414), and 2025-03-26 servers without it. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  AS,
  authorize,
  createRecordingDriver,
  grantsAt,
  OIDC,
  PRM,
  protect,
  requestedPaths,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

export const authorizationServerMetadata: Scenario[] = [
  {
    name: 'metadata of an issuer with a path is looked for at three URLs in order, never at the root',
    ids: ['auth:A-18'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin } = new URL(server.url)
      const addresses = [`${AS}/tenant/one`, `${OIDC}/tenant/one`, `/tenant/one${OIDC}`]
      for (const [index, at] of addresses.entries()) {
        await server.configure({ oauth: { issuer: `${origin}/tenant/one`, server: { at: [at] } } })
        const before = (await requestedPaths(server)).length
        const { auth, connect } = authorize(world, server)
        assert.match(await auth.signIn(visitor), { status: 'authorized', issuer: `${origin}/tenant/one` })
        const asked = (await requestedPaths(server)).slice(before).filter((path) => path.includes('tenant'))
        assert.equal(asked, addresses.slice(0, index + 1))
        assert(!(await requestedPaths(server)).includes(AS), 'never the root')
        await connect()
      }
    },
  },
  {
    name: 'metadata of an issuer without a path is looked for at two URLs',
    ids: ['auth:A-18'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world, { server: { at: [OIDC] } })
      await auth.signIn(visitor)
      const asked = (await requestedPaths(server)).filter((path) => path.startsWith('/.well-known'))
      assert.equal(asked, [`${PRM}/mcp`, AS, OIDC])
    },
  },
  {
    name: 'a 404 leads to the next metadata URL, a server error does not',
    ids: ['auth:A-19'],
    async run(world) {
      const { assert } = world
      for (const status of [400, 401, 403, 404, 410, 502]) {
        const { auth, server } = await protect(world, { server: { at: [OIDC] } })
        await server.script({ on: { path: AS }, do: [{ respond: { status } }] })
        assert.match(await auth.signIn(visitor), { status: 'authorized' }, String(status))
      }
      for (const status of [500, 503]) {
        const { auth, server } = await protect(world, { server: { at: [OIDC] } })
        await server.script({ on: { path: AS }, do: [{ respond: { status } }] })
        const error = await assert.rejects(auth.signIn(visitor), { code: 'auth' })
        assert.includes(['authorization-server-metadata-unavailable', 'temporarily-unavailable'], error.reason)
        assert.equal((await requestedPaths(server)).at(-1), AS)
      }
      const { auth, server } = await protect(world, { server: null })
      await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'authorization-server-metadata-unavailable' })
      assert.equal(await requestedPaths(server), [`${PRM}/mcp`, AS, OIDC])
    },
  },
  {
    name: 'metadata that names another issuer is refused, and no other URL is tried',
    ids: ['auth:A-20', 'auth:S-6'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin, port } = new URL(server.url)
      const names = [`${origin}/`, `HTTP://127.0.0.1:${port}`, `http://localhost:${port}`, 'https://honest.example', 7]
      for (const issuer of [...names, null]) {
        await server.configure({ oauth: { server: { fields: { issuer } } } })
        await assert.rejects(authorize(world, server).auth.signIn(visitor), { code: 'auth', reason: 'issuer-mismatch' })
      }
      const asked = new Set(await requestedPaths(server))
      assert.equal([...asked], [`${PRM}/mcp`, AS])
    },
  },
  {
    name: 'metadata without the needed endpoints or the code flow is refused',
    ids: ['auth:A-22'],
    async run(world) {
      const { assert } = world
      const useless = [
        { authorization_endpoint: null },
        { token_endpoint: null },
        { token_endpoint: 7 },
        { response_types_supported: ['token'] },
      ]
      for (const fields of useless) {
        const { auth, server } = await protect(world, { server: { fields } })
        const driver = createRecordingDriver()
        await assert.rejects(auth.signIn(driver), { code: 'auth', reason: 'authorization-server-metadata-unavailable' })
        assert.equal(driver.urls, [])
        assert(!(await requestedPaths(server)).includes('/oauth/register'), 'nothing was registered')
      }
    },
  },
  {
    name: 'a server that does not declare S256 is refused, unless the application allows it',
    ids: ['auth:A-23', 'auth:S-10'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin: issuer } = new URL(server.url)
      for (const [methods, vouched, works] of [
        [null, false, false],
        [null, true, true],
        [['plain'], false, false],
        [['plain'], true, false],
        [['plain', 'S256'], false, true],
      ] as const) {
        await server.configure({ oauth: { server: { fields: { code_challenge_methods_supported: methods } } } })
        const { auth } = authorize(world, server, vouched ? { assumePkceSupport: [issuer] } : {})
        const driver = createRecordingDriver()
        if (works) assert.match(await auth.signIn(visitor), { status: 'authorized' })
        else await assert.rejects(auth.signIn(driver), { code: 'auth', reason: 'pkce-unsupported', issuer })
        assert.equal(driver.urls, [])
      }
    },
  },
  {
    name: 'PKCE that only the OpenID configuration declares is found there',
    ids: ['auth:A-23'],
    async run(world) {
      const { assert } = world
      const { auth, server, origin: issuer } = await protect(world, { server: { at: [AS, OIDC] } })
      const { token_endpoint, authorization_endpoint, registration_endpoint } = (await (
        await fetch(`${issuer}${AS}`)
      ).json()) as Record<string, string>
      const body = { issuer, token_endpoint, authorization_endpoint, registration_endpoint }
      const before = (await requestedPaths(server)).length
      await server.script({ on: { path: AS }, do: [{ respond: { status: 200, body } }] })
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
      const asked = (await requestedPaths(server)).slice(before).filter((path) => path.startsWith('/.well-known'))
      assert.equal(asked, [`${PRM}/mcp`, AS, OIDC])
      const wrong = { ...body, issuer: 'https://other.example', code_challenge_methods_supported: ['S256'] }
      await server.script(
        { on: { path: AS }, do: [{ respond: { status: 200, body } }] },
        { on: { path: OIDC }, do: [{ respond: { status: 200, body: wrong } }] },
      )
      await assert.rejects(authorize(world, server).auth.signIn(visitor), { reason: 'pkce-unsupported', issuer })
    },
  },
  {
    name: 'true in place of a list, and a list in place of a flag, count as absent',
    ids: ['auth:A-22', 'auth:A-23', 'auth:A-29'],
    async run(world) {
      const { assert } = world
      const lists = ['scopes_supported', 'response_types_supported', 'token_endpoint_auth_methods_supported']
      for (const fields of [
        Object.fromEntries(lists.map((name) => [name, true])),
        { client_id_metadata_document_supported: ['yes'], authorization_response_iss_parameter_supported: null },
      ]) {
        const { auth, connect, server } = await protect(
          world,
          { scope: 'read', server: { fields } },
          { clientMetadataUrl: 'https://app.example/client.json' },
        )
        assert.match(await auth.signIn(visitor), { status: 'authorized' })
        assert.equal(requestsTo(await server.journal(), '/oauth/register').length, 1)
        await (await connect()).callTool('echo', { text: 'x' })
      }
      const fields = { code_challenge_methods_supported: true }
      const { auth, origin: issuer } = await protect(world, { server: { fields } })
      await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'pkce-unsupported', issuer })
    },
  },
  {
    name: 'a 2025-03-26 server whose metadata are behind a failing gateway is not assumed to have none',
    ids: ['auth:A-26'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world, { challenge: 'plain', resource: null })
      await server.script(
        { on: { path: AS }, do: [{ respond: { status: 502 } }] },
        { on: { path: OIDC }, do: [{ respond: { status: 404 } }] },
      )
      await assert.rejects(auth.signIn(visitor), {
        code: 'auth',
        reason: 'authorization-server-metadata-unavailable',
        status: 502,
        retryable: true,
      })
      const paths = await requestedPaths(server)
      assert(!paths.includes('/register') && !paths.includes('/authorize'), `requested ${paths}`)
      await server.script()
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
    },
  },
  {
    name: 'a 2025-03-26 server is its own issuer, and its metadata is used',
    ids: ['auth:A-24'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server, origin } = await protect(world, { challenge: 'plain', resource: null })
      await assert.rejects(connect(), { code: 'authorization-required' })
      assert.match(await auth.signIn(visitor), { status: 'authorized', issuer: origin, resource: server.url })
      assert.equal((await (await connect()).callTool('echo', { text: 'old' })).content, textContent('old'))
      assert.equal((await requestedPaths(server)).slice(0, 3), [`${PRM}/mcp`, PRM, AS])
    },
  },
  {
    name: 'a 2025-03-26 server without metadata uses endpoints at the root, with PKCE, state and resource',
    ids: ['auth:A-25'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world, {
        challenge: 'none',
        resource: null,
        server: null,
        endpoints: '',
      })
      await auth.signIn(visitor)
      await connect()
      const journal = await server.journal()
      const [request] = requestsTo(journal, '/authorize')
      const asked = new URLSearchParams(request?.path.split('?')[1])
      assert.match(asked.get('code_challenge'), { length: 43 })
      assert.equal([asked.get('code_challenge_method'), asked.get('resource')], ['S256', server.url])
      assert((asked.get('state') ?? '').length >= 43, 'there is a state')
      assert.equal(requestsTo(journal, '/token').length, 1)
      assert.equal(requestsTo(journal, '/register').length, 1)
    },
  },
  {
    name: 'a failing metadata URL does not make a server a 2025-03-26 one',
    ids: ['auth:A-26'],
    async run(world) {
      const { assert } = world
      const old = { challenge: 'none', resource: null, server: null, endpoints: '' } as const
      for (const path of [`${PRM}/mcp`, PRM, AS]) {
        const { auth, server } = await protect(world, old)
        await server.script({ on: { path }, do: [{ respond: { status: 503 } }] })
        await assert.rejects(auth.signIn(visitor), { code: 'auth', delivery: 'not-executed' })
        const asked = await requestedPaths(server)
        assert(!asked.some((place) => ['/authorize', '/token', '/register'].includes(place)), `${path}: ${asked}`)
      }
    },
  },
  {
    name: 'metadata requests need no CORS preflight',
    ids: ['auth:A-27'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world, { challenge: 'none', resource: { at: [PRM] } })
      await auth.signIn(visitor)
      const preflights = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'OPTIONS')
      assert(!preflights.some(({ path }) => path.includes('.well-known')), 'no preflight for metadata')
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
]
