/** A hostile server or authorization server must not cause popups, leaks of secrets or requests to other hosts. */
import type { OAuthConfig } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { onlyInBrowsers } from '../steps/browsers.ts'
import {
  AS,
  authorize,
  createRecordingDriver,
  grantsAt,
  PRM,
  protect,
  protectAndSignIn,
  requestedPaths,
  visitor,
} from '../steps/protected-server.ts'

/** URLs that are disguised, or lead to places that must not be requested. */
const ADDRESSES = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'ftp://as.example/authorize',
  'file:///etc/passwd',
  'blob:https://as.example/1',
  'https://user@as.example/',
  'http://as.example/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1.as.example/',
  'http://localhost.as.example/',
  '//as.example/',
  '/relative',
  '',
]

export const oauth: Scenario[] = [
  {
    name: 'an authorization endpoint that is not http or https is never opened',
    ids: ['auth:S-1', 'auth:A-21'],
    async run(world) {
      const { assert } = world
      const { server } = await protect(world)
      for (const authorization_endpoint of ADDRESSES) {
        await server.configure({ oauth: { server: { fields: { authorization_endpoint } } } })
        const driver = createRecordingDriver()
        const { auth } = authorize(world, server)
        const error = await assert.rejects(auth.signIn(driver), { code: 'auth', delivery: 'not-executed' })
        assert.includes(
          ['url-refused', 'authorization-server-metadata-unavailable'],
          error.reason,
          authorization_endpoint,
        )
        assert.equal(driver.urls, [], authorization_endpoint)
      }
      assert.equal(await grantsAt(server), [])
    },
  },
  {
    name: 'an authorization URL is checked again when it is opened',
    ids: ['auth:S-1'],
    async run(world) {
      const { assert } = world
      const { server } = await protect(world)
      const seen: string[] = []
      const driver = createRecordingDriver()
      const { auth } = authorize(world, server, {
        allowUrl: (url, purpose) => {
          seen.push(purpose)
          return purpose !== 'open' || url.hostname === 'nowhere.example'
        },
      })
      await assert.rejects(auth.signIn(driver), { code: 'auth', reason: 'url-refused' })
      assert.equal(driver.urls, [])
      assert.includes(seen, 'open')
    },
  },
  {
    name: 'every URL that comes from the network is checked, and a refused one is never requested',
    ids: ['auth:S-3', 'auth:A-21', 'auth:A-124'],
    async run(world) {
      const { assert } = world
      const { server, origin } = await protect(world)
      const other = await world.origin()
      const evil = new URL(other.url).origin
      const link = { text: `Bearer resource_metadata="${evil}${PRM}"` }
      const chains: [OAuthConfig, string][] = [
        [{ challenge: link }, 'resource-metadata'],
        [{ resource: { fields: { authorization_servers: [evil] } } }, 'authorization-server'],
        [{ server: { fields: { token_endpoint: `${evil}/t` } } }, 'token'],
        [{ server: { fields: { registration_endpoint: `${evil}/r` } } }, 'register'],
        [{ server: { fields: { authorization_endpoint: `${evil}/a` } } }, 'open'],
      ]
      for (const [config, purpose] of chains) {
        await server.configure({ oauth: { challenge: 'link', resource: {}, server: {} } })
        await server.configure({ oauth: config })
        const asked: string[] = []
        const allowUrl = (url: URL, why: string) => {
          asked.push(`${why} ${url.origin}`)
          return url.origin !== evil
        }
        const { auth, connect } = authorize(world, server, { allowUrl })
        const error = await connect().then(
          () => auth.signIn(visitor),
          (error) => (error.code === 'auth' ? error : auth.signIn(visitor).catch((error) => error)),
        )
        assert.match(error, { code: 'auth', reason: 'url-refused', delivery: 'not-executed' }, purpose)
        assert.includes(asked, `${purpose} ${evil}`)
        assert(
          asked.every((line) => line.endsWith(origin) || line.endsWith(evil)),
          'nothing else was asked about',
        )
      }
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'the content behind a refused URL appears in no error',
    ids: ['auth:S-3'],
    async run(world) {
      const { assert } = world
      const { server } = await protect(world)
      const inner = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'canary-inner-answer' }
      for (const path of [`${PRM}/mcp`, AS]) {
        await server.script({ on: { path }, do: [{ respond: inner }] })
        const { auth, events } = authorize(world, server)
        const error = await assert.rejects(auth.signIn(visitor), { code: 'auth' })
        assert(!serialise([error, auth.status, events]).includes('canary'), `${path} is not repeated`)
      }
    },
  },
  {
    name: 'at most three authorization servers are tried',
    ids: ['auth:S-3'],
    async run(world) {
      const { assert } = world
      const { server, origin } = await protect(world)
      const many = Array.from({ length: 50 }, (_, index) => `${origin}/issuer-${index}`)
      await server.configure({ oauth: { resource: { fields: { authorization_servers: many } } } })
      await assert.rejects(authorize(world, server).auth.signIn(visitor), { code: 'auth' })
      const tried = new Set((await requestedPaths(server)).flatMap((path) => /issuer-\d+/.exec(path)?.[0] ?? []))
      assert(tried.size <= 3, `${tried.size} issuers were asked`)
    },
  },
  {
    name: "nothing is written to the page's storage unless a store is given",
    ids: ['auth:S-21', 'auth:A-105'],
    runs: onlyInBrowsers('only pages have Web Storage and IndexedDB'),
    async run(world) {
      const { assert } = world
      // Other scenarios of the same page store something, so it is compared with what was there before.
      const stored = async () => {
        const { localStorage, sessionStorage } = globalThis as unknown as Record<string, Storage>
        const databases = (await indexedDB.databases?.()) ?? []
        return [{ ...localStorage }, { ...sessionStorage }, databases.map(({ name }) => name).sort()]
      }
      const before = await stored()
      const { connect } = await protectAndSignIn(world)
      await (await connect()).callTool('echo', { text: 'x' })
      assert.equal(await stored(), before)
    },
  },
  {
    name: 'tokens that expire at once do not cause a storm of refreshes',
    ids: ['auth:S-43'],
    async run(world) {
      const { assert } = world
      for (const seconds of [0, 1]) {
        const { connect, server } = await protectAndSignIn(world, {
          token: { seconds: 3_600, fields: { expires_in: seconds } },
        })
        const client = await connect()
        for (let count = 0; count < 10; count++) await client.callTool('echo', { text: 'x' })
        const { length } = await grantsAt(server)
        assert(length <= 3, `${length} tokens for 10 calls`)
      }
    },
  },
  {
    name: 'a malformed WWW-Authenticate header of great length is parsed quickly',
    ids: ['auth:S-37', 'auth:A-2'],
    async run(world) {
      const { assert } = world
      const { server } = await protect(world)
      const junk = [
        'a="'.repeat(2_000),
        '\\"'.repeat(3_000),
        'a '.repeat(3_000),
        'a=,'.repeat(2_000),
        '='.repeat(6_000),
      ]
      for (const text of junk) {
        await server.configure({ oauth: { challenge: { text: `Bearer ${text}` } } })
        await assert.rejects(authorize(world, server).connect(), { delivery: 'not-executed' })
      }
    },
  },
]

function serialise(values: unknown[]): string {
  return values.map((value) => JSON.stringify(value) + String(value) + String((value as Error)?.stack)).join('\n')
}
