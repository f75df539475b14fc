/** Protected resource metadata: where they are looked for, and what they may say. */
import type { Step } from '../../src/testing/index.ts'
import { AS, askedFor, authorize, CALLBACK, PRM, protect, requestsTo, visitor } from './oauth-protected.ts'
import type { Scenario } from './scenario.ts'

const reply = (respond: Extract<Step, { respond: unknown }>['respond']): Step[] => [{ respond }]

export const oauthResource: Scenario[] = [
  {
    name: 'auth:A-11 the address in the challenge is the only one that is asked',
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world, { resource: { at: ['/custom/metadata.json'] } })
      await assert.rejects(connect(), { code: 'authorization-required' })
      await auth.signIn(visitor)
      await connect()
      assert.equal((await askedFor(server)).slice(0, 2), ['/custom/metadata.json', AS])
    },
  },
  {
    name: 'auth:A-11 without one the address with the path comes first, then the root, and the first that is there counts',
    async run(world) {
      const { assert } = world
      const root = await protect(world, { challenge: 'none', resource: { at: [PRM] } })
      await root.auth.signIn(visitor)
      await root.connect()
      assert.equal((await askedFor(root.server)).slice(0, 3), [`${PRM}/mcp`, PRM, AS])
      const path = await protect(world, { challenge: 'none' })
      await path.auth.signIn(visitor)
      assert.equal((await askedFor(path.server)).slice(0, 2), [`${PRM}/mcp`, AS])
    },
  },
  {
    name: 'auth:A-11 the query of an endpoint is part of the address, and the root has one address only',
    async run(world) {
      const { assert } = world
      const { server, origin } = await protect(world, { challenge: 'none', resource: { at: ['/nowhere'] } })
      const query = authorize(world, server, { server: `${server.url}?tenant=1` })
      await assert.rejects(query.connect({ url: `${server.url}?tenant=1` }), { name: /Auth/ })
      await query.auth.signIn(visitor).catch(() => {})
      const first = (await server.journal()).find(({ path }) => path.startsWith(PRM))
      assert.equal(first?.path, `${PRM}/mcp?tenant=1`)
      const before = (await askedFor(server)).length
      const root = authorize(world, server, { server: `${origin}/` })
      await root.auth.signIn(visitor).catch(() => {})
      const asked = (await askedFor(server)).slice(before).filter((path) => path.startsWith(PRM))
      assert.equal(asked, [PRM])
    },
  },
  {
    name: 'auth:A-12 metadata that the challenge names and that are not there end it: nothing else is tried',
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world)
      await server.script({ on: { path: `${PRM}/mcp` }, do: reply({ status: 404 }) })
      const first = await connect().catch((error) => error)
      const failed = first.code === 'auth' ? Promise.reject(first) : auth.signIn(visitor)
      await assert.rejects(failed, { code: 'auth', reason: 'prm_unavailable', delivery: 'not-executed' })
      assert(
        (await askedFor(server)).every((path) => path === `${PRM}/mcp`),
        'nothing else is asked',
      )
    },
  },
  {
    name: 'auth:A-13 metadata without a list of servers mean the origin itself; without a resource they are none',
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
        assert(['prm_unavailable', 'resource_mismatch'].includes(String(error.reason)), `reason ${error.reason}`)
        assert(!(await askedFor(server)).includes(AS), 'the authorization server was not asked')
      }
    },
  },
  {
    name: 'auth:A-14 auth:S-9 metadata of another resource are refused before anybody else is asked',
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
          reason: 'resource_mismatch',
        })
        assert.includes(String(error.message), server.url)
      }
      assert(!(await askedFor(server)).includes(AS), 'no authorization server was asked')
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'auth:A-14 auth:A-40 auth:S-9 metadata may speak for the whole origin unless `exact` forbids it, and are quoted to the letter',
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
        else await assert.rejects(exact, { reason: 'resource_mismatch' })
      }
      await server.configure({ oauth: { challenge: 'none', resource: { at: [PRM], fields: { resource: origin } } } })
      const root = authorize(world, server, { resourceMatch: 'exact' })
      assert.match(await root.auth.signIn(visitor), { status: 'authorized', resource: origin })
    },
  },
  {
    name: 'auth:A-15 of several issuers the one is taken that credentials are there for, or that the application chooses',
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
    name: 'auth:A-16 metadata that are no JSON object, too big, endless or elsewhere are refused, and asked for without secrets',
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
        const reasons = ['prm_unavailable', 'redirect_refused', 'temporarily_unavailable', 'cors_or_network']
        assert.includes(reasons, error.reason, `fault ${index}`)
      }
      await server.until((journal) => journal.every(({ ended }) => ended))
      const journal = await server.journal()
      assert(
        requestsTo(journal, `${PRM}/mcp`).every(({ headers }) => !headers.authorization && !headers.cookie),
        'no credentials',
      )
      assert(!(await askedFor(server)).includes(AS), 'nothing follows from it')
      assert.equal(await other.journal(), [])
    },
  },
]
