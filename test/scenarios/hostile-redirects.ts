/** Redirects: whatever a server answers, nothing of ours crosses to another origin. */
import type { JournalEntry } from '../../src/testing/index.ts'
import { authorize, protectAndSignIn, requestsTo, said, visitor } from './oauth-protected.ts'
import type { Scenario } from './scenario.ts'

const STATUSES = [301, 302, 303, 307, 308]

/** What is ours in a request. A browser may ask for where a redirect leads with nothing of it. */
export function oursIn({ http, headers, body }: JournalEntry): string[] {
  const named = ['authorization', 'mcp-session-id', 'dpop', 'cookie', 'mcp-method', 'mcp-name', 'last-event-id']
  const found = named.filter((name) => name in headers)
  return [...found, ...(body === undefined ? [] : ['body']), ...(http === 'GET' ? [] : [http])]
}

export const hostileRedirects: Scenario[] = [
  {
    name: 'auth:S-24 auth:A-121 no header and no body follows a redirect of a call to another origin',
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const { connect, server } = await protectAndSignIn(world)
      const client = await connect()
      for (const status of STATUSES) {
        const headers = { location: other.url }
        await server.script({ on: { path: '/mcp' }, do: [{ respond: { status, headers } }] })
        await assert.rejects(client.callTool('echo', { text: 'secret-argument' }), { code: 'http' })
        await server.script()
        assert.equal((await client.callTool('echo', { text: 'on' })).content, said('on'))
      }
      assert.equal((await other.journal()).filter(({ http }) => http !== 'OPTIONS').flatMap(oursIn), [])
    },
  },
  {
    name: 'auth:S-24 nor does anything follow while connecting, listening or closing',
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const { connect, server } = await protectAndSignIn(world)
      await server.configure({ versions: ['2025-11-25'] })
      const respond = { status: 307, headers: { location: other.url } }
      await server.script({ on: { path: '/mcp' }, do: [{ respond }] })
      await assert.rejects(connect(), { delivery: 'not-executed' })
      for (const http of ['GET', 'DELETE'] as const) {
        await server.script({ on: { http, path: '/mcp' }, do: [{ respond }] })
        const client = await connect({ handlers: { roots: () => [] } })
        if (http === 'GET')
          await server.until((journal) => journal.some((entry) => entry.http === 'GET' && entry.status === 307))
        await client.close()
      }
      assert.equal((await other.journal()).filter(({ http }) => http !== 'OPTIONS').flatMap(oursIn), [])
    },
  },
  {
    name: 'auth:S-24 auth:A-121 a redirect within the origin is followed with a token',
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const respond = { status: 307, headers: { location: '/mcp' } }
      await server.script({ on: { path: '/old' }, do: [{ respond }] })
      const client = await connect({ url: new URL('/old', server.url) })
      assert.equal((await client.callTool('echo', { text: 'moved' })).content, said('moved'))
    },
  },
  {
    name: 'auth:S-45 cookies of a server are never sent back',
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const headers = { 'set-cookie': 'session=canary; Path=/' }
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ respond: { status: 500, headers } }] })
      const client = await connect()
      await client.callTool('echo', { text: 'x' }).catch(() => {})
      await client.callTool('echo', { text: 'x' })
      await server.act({ expireTokens: true })
      await client.callTool('echo', { text: 'x' })
      assert(
        (await server.journal()).every((entry) => !('cookie' in entry.headers)),
        'no cookie came',
      )
    },
  },
  {
    name: 'auth:S-24 auth:S-25 an endpoint event of another origin gets no message and no token',
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const server = await world.origin()
      const host = new URL(other.url).host
      await server.configure({ versions: ['2024-11-05'], oauth: {} })
      const { auth, connect } = authorize(world, server, { server: server.sseUrl })
      await auth.signIn(visitor)
      for (const url of [`http://${host}/message`, `//${host}/message`, `http://x@${host}/message`]) {
        await server.configure({ sse: { endpoint: { url } } })
        await assert.rejects(connect({ url: server.sseUrl, transport: 'sse' }), { delivery: 'not-executed' })
      }
      // The application may allow another address for messages; the token stays at home all the same.
      await assert.rejects(connect({ url: server.sseUrl, transport: 'sse', allowUrl: () => true }), {})
      assert(
        (await other.journal()).every(({ headers }) => !headers.authorization),
        'no token arrived',
      )
      assert.equal(requestsTo(await server.journal(), '/message'), [])
    },
  },
]
