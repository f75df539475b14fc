/** When a redirect moves the endpoint for good, and when only one request follows it. */
import type { JournalEntry, Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { notInBrowsers } from '../steps/browsers.ts'
import { textContent } from '../steps/content.ts'

const redirect = (on: Rule['on'], status: number, location: string, nth?: number): Rule => ({
  on,
  ...(nth && { nth }),
  do: [{ respond: { status, headers: { location } } }],
})

/** A second path of the mock's endpoint, reached only by redirects. */
const postPaths = (journal: JournalEntry[]) =>
  journal.filter(({ rpcMethod }) => rpcMethod === 'tools/call').map(({ path }) => path.split('?')[0])

const hidden = notInBrowsers('a browser hides the status and the target of a redirect')

export const movedEndpoints: Scenario[] = [
  {
    name: 'a temporary redirect is followed for one request only, and the next goes to the endpoint again',
    ids: ['auth:A-121'],
    runs: hidden,
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(redirect({ rpcMethod: 'tools/call', path: '/mcp' }, 307, './mcp?elsewhere', 1))
      for (const text of ['moved', 'back']) {
        assert.equal((await client.callTool('echo', { text })).content, textContent(text))
      }
      const calls = (await server.journal())
        .filter(({ rpcMethod }) => rpcMethod === 'tools/call')
        .map(({ path }) => path)
      assert.equal(calls, ['/mcp', '/mcp?elsewhere', '/mcp'])
    },
  },
  {
    name: 'a permanent redirect moves the endpoint, once its target has answered',
    ids: ['auth:A-121'],
    runs: hidden,
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(redirect({ rpcMethod: 'tools/call', path: '/mcp' }, 308, './mcp?new', 1))
      for (const text of ['moved', 'stays']) {
        assert.equal((await client.callTool('echo', { text })).content, textContent(text))
      }
      const calls = (await server.journal())
        .filter(({ rpcMethod }) => rpcMethod === 'tools/call')
        .map(({ path }) => path)
      assert.equal(calls, ['/mcp', '/mcp?new', '/mcp?new'])
    },
  },
  {
    name: 'a redirect to a page that fails breaks one call, and the next works',
    ids: ['auth:A-121'],
    runs: hidden,
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const status of [307, 308]) {
        await server.script(redirect({ rpcMethod: 'tools/call', path: '/mcp' }, status, './maintenance', 1), {
          on: { path: '/maintenance' },
          do: [{ respond: { status: 503, body: 'soon' } }],
        })
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 503 })
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      }
    },
  },
  {
    name: 'a redirect with a user, without a target or to no URL is an error, and the next call works',
    ids: ['auth:A-21'],
    async run({ connect, server, assert, runtime }) {
      const client = await connect()
      const { host } = new URL(server.url)
      for (const location of [`http://u:hunter22@${host}/mcp`, 'http://[', undefined]) {
        const headers: Record<string, string> = location === undefined ? {} : { location }
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 307, headers } }] })
        const error = await assert.rejects(client.callTool('echo', { text: 'x' }), {
          message: /redirect|no response/,
        })
        assert.includes(['http', 'connection'], error.code)
        if (runtime === 'node') assert.match(error, { code: 'http', status: 307, delivery: 'not-executed' })
        assert(!`${error}`.includes('hunter22'), 'no password')
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      }
    },
  },
  {
    name: 'a redirect of the listening stream or of DELETE is not followed and does not move the calls',
    ids: ['auth:S-9'],
    async run({ connect, server, assert }) {
      await server.script(
        redirect({ httpMethod: 'GET', path: '/mcp' }, 307, './tenant'),
        redirect({ httpMethod: 'DELETE', path: '/mcp' }, 307, './tenant'),
      )
      const client = await connect({ handlers: { roots: () => [] }, headers: { authorization: 'Bearer hunter22' } })
      await server.until((entries) => entries.some(({ httpMethod, status }) => httpMethod === 'GET' && status === 307))
      for (const text of ['one', 'two']) {
        assert.equal((await client.callTool('echo', { text })).content, textContent(text))
      }
      await client.close()
      const journal = await server.journal()
      assert.equal([...new Set(postPaths(journal))], ['/mcp'])
      const elsewhere = journal.filter(({ path, httpMethod }) => path === '/tenant' && httpMethod !== 'OPTIONS')
      assert(
        elsewhere.every(({ headers }) => !headers.authorization && !headers['mcp-session-id']),
        'no credential goes to another path',
      )
    },
  },
  {
    name: 'an HTTP+SSE endpoint is relative to the URL that its stream was redirected to',
    async run({ connect, server, assert }) {
      await server.script(redirect({ httpMethod: 'GET', path: '/old/events' }, 307, '../sse'))
      const client = await connect({ url: server.url.replace(/mcp$/, 'old/events'), transport: 'sse' })
      assert.equal((await client.callTool('echo', { text: 'there' })).content, textContent('there'))
    },
  },
]
