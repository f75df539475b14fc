/** Redirects: no header, body or cookie reaches another origin. */
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { authorize, protectAndSignIn, requestsTo, visitor } from '../steps/protected-server.ts'

const STATUSES = [301, 302, 303, 307, 308]

/** Headers and bodies that belong to the client; a browser may request the target of a redirect without any of them. */
function clientDataIn({ httpMethod, headers, body }: JournalEntry): string[] {
  const named = ['authorization', 'mcp-session-id', 'dpop', 'cookie', 'mcp-method', 'mcp-name', 'last-event-id']
  const found = named.filter((name) => name in headers)
  return [...found, ...(body === undefined ? [] : ['body']), ...(httpMethod === 'GET' ? [] : [httpMethod])]
}

export const redirects: Scenario[] = [
  {
    name: 'no header and no body follows a redirect of a call to another origin',
    ids: ['auth:S-24', 'auth:A-121'],
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
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      }
      assert.equal(
        (await other.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS').flatMap(clientDataIn),
        [],
      )
    },
  },
  {
    name: 'nothing follows a redirect to another origin while connecting, listening or closing',
    ids: ['auth:S-24'],
    async run(world) {
      const { assert } = world
      const other = await world.origin()
      const { connect, server } = await protectAndSignIn(world)
      await server.configure({ versions: ['2025-11-25'] })
      const respond = { status: 307, headers: { location: other.url } }
      await server.script({ on: { path: '/mcp' }, do: [{ respond }] })
      await assert.rejects(connect(), { delivery: 'not-executed' })
      for (const httpMethod of ['GET', 'DELETE'] as const) {
        await server.script({ on: { httpMethod, path: '/mcp' }, do: [{ respond }] })
        const client = await connect({ handlers: { roots: () => [] } })
        if (httpMethod === 'GET')
          await server.until((journal) => journal.some((entry) => entry.httpMethod === 'GET' && entry.status === 307))
        await client.close()
      }
      assert.equal(
        (await other.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS').flatMap(clientDataIn),
        [],
      )
    },
  },
  {
    name: 'a redirect within the origin is followed with the token',
    ids: ['auth:S-24', 'auth:A-121'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const respond = { status: 307, headers: { location: '/mcp' } }
      await server.script({ on: { path: '/old' }, do: [{ respond }] })
      const client = await connect({ url: new URL('/old', server.url) })
      assert.equal((await client.callTool('echo', { text: 'moved' })).content, textContent('moved'))
    },
  },
  {
    name: 'cookies of a server are never sent back',
    ids: ['auth:S-45'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const headers = { 'set-cookie': 'session=canary; Path=/' }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 500, headers } }] })
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
    name: 'an endpoint event that names another origin gets no message and no token',
    ids: ['auth:S-24', 'auth:S-25'],
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
      // The application may allow another origin as endpoint; the token is not sent there.
      await assert.rejects(connect({ url: server.sseUrl, transport: 'sse', allowUrl: () => true }), {})
      assert(
        (await other.journal()).every(({ headers }) => !headers.authorization),
        'no token arrived',
      )
      assert.equal(requestsTo(await server.journal(), '/message'), [])
    },
  },
]
