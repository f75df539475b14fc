/** Protected resource metadata (RFC 9728): where it is looked for, and when it is refused. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import {
  AS,
  authorize,
  CALLBACK,
  PRM,
  protect,
  requestedPaths,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

const reply = (respond: Extract<Step, { respond: unknown }>['respond']): Step[] => [{ respond }]

export const protectedResourceMetadata: Scenario[] = [
  {
    name: 'the metadata URL in the challenge is the only one that is used',
    ids: ['auth:A-11'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world, { resource: { at: ['/custom/metadata.json'] } })
      await assert.rejects(connect(), { code: 'authorization-required' })
      await auth.signIn(visitor)
      await connect()
      assert.equal((await requestedPaths(server)).slice(0, 2), ['/custom/metadata.json', AS])
    },
  },
  {
    name: 'without one in the challenge, the metadata URL with the path is tried first, then the root',
    ids: ['auth:A-11'],
    async run(world) {
      const { assert } = world
      const root = await protect(world, { challenge: 'none', resource: { at: [PRM] } })
      await root.auth.signIn(visitor)
      await root.connect()
      assert.equal((await requestedPaths(root.server)).slice(0, 3), [`${PRM}/mcp`, PRM, AS])
      const path = await protect(world, { challenge: 'none' })
      await path.auth.signIn(visitor)
      assert.equal((await requestedPaths(path.server)).slice(0, 2), [`${PRM}/mcp`, AS])
    },
  },
  {
    name: 'the query of the server URL is part of the metadata URL, and a server at the root has one metadata URL',
    ids: ['auth:A-11'],
    async run(world) {
      const { assert } = world
      const { server, origin } = await protect(world, { challenge: 'none', resource: { at: ['/nowhere'] } })
      const query = authorize(world, server, { server: `${server.url}?tenant=1` })
      await assert.rejects(query.connect({ url: `${server.url}?tenant=1` }), { name: /Auth/ })
      await query.auth.signIn(visitor).catch(() => {})
      const first = (await server.journal()).find(({ path }) => path.startsWith(PRM))
      assert.equal(first?.path, `${PRM}/mcp?tenant=1`)
      const before = (await requestedPaths(server)).length
      const root = authorize(world, server, { server: `${origin}/` })
      await root.auth.signIn(visitor).catch(() => {})
      const asked = (await requestedPaths(server)).slice(before).filter((path) => path.startsWith(PRM))
      assert.equal(asked, [PRM])
    },
  },
  {
    name: 'a missing metadata document that the challenge names is final',
    ids: ['auth:A-12'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world)
      await server.script({ on: { path: `${PRM}/mcp` }, do: reply({ status: 404 }) })
      const first = await connect().catch((error) => error)
      const failed = first.code === 'auth' ? Promise.reject(first) : auth.signIn(visitor)
      await assert.rejects(failed, { code: 'auth', reason: 'resource-metadata-unavailable', delivery: 'not-executed' })
      assert(
        (await requestedPaths(server)).every((path) => path === `${PRM}/mcp`),
        'nothing else is asked',
      )
    },
  },
  {
    name: "metadata without authorization servers means the server's own origin; metadata without a resource is refused",
    ids: ['auth:A-13'],
    async run(world) {
      const { assert } = world
      for (const authorization_servers of [null, []]) {
        const { auth, connect } = await protect(world, { resource: { fields: { authorization_servers } } })
        await auth.signIn(visitor)
        await connect()
      }
      for (const resource of [null, 7, {}]) {
        const { auth, server } = await protect(world, { resource: { fields: { resource } } })
        const error = await assert.rejects(auth.signIn(visitor), { code: 'auth' })
        assert(
          ['resource-metadata-unavailable', 'resource-mismatch'].includes(String(error.reason)),
          `reason ${error.reason}`,
        )
        assert(!(await requestedPaths(server)).includes(AS), 'the authorization server was not asked')
      }
    },
  },
  {
    name: 'metadata for another resource is refused before anything else is requested',
    ids: ['auth:A-14', 'auth:S-9'],
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const server = await world.origin()
      const { origin, host } = new URL(server.url)
      const refused = [
        `${origin}/mc`,
        `${origin}/mcp/deeper`,
        `${origin}/sse`,
        other.url,
        `https://${host}/mcp`,
        'http://[::1/mcp',
      ]
      for (const resource of refused) {
        await server.configure({ oauth: { resource: { fields: { resource } } } })
        const error = await assert.rejects(authorize(world, server).auth.signIn(visitor), {
          code: 'auth',
          reason: 'resource-mismatch',
        })
        assert.includes(String(error.message), server.url)
      }
      assert(!(await requestedPaths(server)).includes(AS), 'no authorization server was asked')
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'metadata may speak for the whole origin, unless exact matching is set',
    ids: ['auth:A-14', 'auth:A-40', 'auth:S-9'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin } = new URL(server.url)
      for (const resource of [origin, `${origin}/`, server.url]) {
        await server.configure({ oauth: { resource: { fields: { resource } } } })
        const { auth, connect } = authorize(world, server)
        assert.match(await auth.signIn(visitor), { status: 'authorized', resource })
        await connect()
        const exact = authorize(world, server, { resourceMatch: 'exact' }).auth.signIn(visitor)
        if (resource === server.url) assert.match(await exact, { status: 'authorized', resource })
        else await assert.rejects(exact, { reason: 'resource-mismatch' })
      }
      await server.configure({ oauth: { challenge: 'none', resource: { at: [PRM], fields: { resource: origin } } } })
      const root = authorize(world, server, { resourceMatch: 'exact' })
      assert.match(await root.auth.signIn(visitor), { status: 'authorized', resource: origin })
    },
  },
  {
    name: 'of several issuers, the one with credentials or the one that the application chooses is used',
    ids: ['auth:A-15'],
    async run(world) {
      const { assert } = world
      const second = await world.origin()
      const issuer = new URL(second.url).origin
      const clients = [{ id: 'known', redirectUris: [CALLBACK] }]
      await second.configure({ oauth: { clients } })
      const server = await world.origin()
      const { origin } = new URL(server.url)
      const fields = { authorization_servers: [origin, issuer] }
      await server.configure({ oauth: { resource: { fields }, trusted: [origin, issuer] } })
      const known = authorize(world, server, { client: { issuer, id: 'known' } })
      assert.match(await known.auth.signIn(visitor), { status: 'authorized', issuer })
      await known.connect()
      assert.match(await authorize(world, server).auth.signIn(visitor), { issuer: origin })
      const offered: string[][] = []
      const chosen = authorize(world, server, {
        chooseIssuer: (issuers) => {
          offered.push(issuers)
          return issuers[1]!
        },
      })
      assert.match(await chosen.auth.signIn(visitor), { issuer })
      assert.equal(offered[0], [origin, issuer])
    },
  },
  {
    name: 'metadata that is not a JSON object, too large, endless or redirected is refused, and is requested without credentials',
    ids: ['auth:A-16'],
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const json = { 'content-type': 'application/json' }
      const faults: Step[][] = [
        reply({ status: 302, headers: { location: `${new URL(other.url).origin}${PRM}` } }),
        reply({ headers: { 'content-type': 'text/html' }, body: '<p>hello</p>' }),
        reply({ headers: json, body: '[]' }),
        reply({ headers: json, body: 'null' }),
        reply({ headers: json, body: `{"resource":"${'x'.repeat(300 * 1024)}"}` }),
        [{ stream: { headers: json } }, { trickle: { bytes: 65_536, every: 1 } }],
        reply({ status: 503 }),
      ]
      const { server } = await protect(world)
      for (const [index, steps] of faults.entries()) {
        await server.script({ on: { path: `${PRM}/mcp` }, do: steps })
        const error = await assert.rejects(authorize(world, server).auth.signIn(visitor), { code: 'auth' })
        const reasons = [
          'resource-metadata-unavailable',
          'redirect-refused',
          'temporarily-unavailable',
          'cors-or-network',
        ]
        assert.includes(reasons, error.reason, `fault ${index}`)
      }
      await server.until((journal) => journal.every(({ ended }) => ended))
      const journal = await server.journal()
      assert(
        requestsTo(journal, `${PRM}/mcp`).every(({ headers }) => !headers.authorization && !headers.cookie),
        'no credentials',
      )
      assert(!(await requestedPaths(server)).includes(AS), 'nothing follows from it')
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'after a 502 at the first metadata URL the second is asked, and a 502 does not mean that there are none',
    ids: ['auth:A-11', 'auth:A-26'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world, { challenge: 'plain', resource: { at: [PRM] } })
      await server.script({ on: { path: `${PRM}/mcp` }, do: [{ respond: { status: 502 } }] })
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
      const before = (await requestedPaths(server)).length
      await server.script({ on: { path: `${PRM}/mcp` }, do: [{ respond: { status: 502 } }] })
      await server.configure({ oauth: { challenge: 'plain', resource: null } })
      await assert.rejects(authorize(world, server).auth.signIn(visitor), {
        code: 'auth',
        reason: 'resource-metadata-unavailable',
        status: 502,
        retryable: true,
      })
      assert.equal((await requestedPaths(server)).slice(before), [`${PRM}/mcp`, PRM])
    },
  },
]
