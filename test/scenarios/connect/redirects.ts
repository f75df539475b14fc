/** Redirects of the MCP endpoint: followed within the origin, refused elsewhere. */
import type { Scenario } from '../scenario.ts'
import { notInBrowsers } from '../steps/browsers.ts'
import { onCall } from '../steps/calls.ts'
import { failsOnce } from '../steps/fails-once.ts'

export const redirects: Scenario[] = [
  {
    name: 'a 307 redirect within the origin is followed, and the new URL is used from then on',
    async run({ connect, server, assert }) {
      await server.script({
        on: { path: '/old' },
        do: [{ respond: { status: 307, headers: { location: './mcp' } } }],
      })
      const client = await connect({ url: server.url.replace(/mcp$/, 'old') })
      assert.equal((await client.callTool('echo', { text: 'moved' })).content, [{ type: 'text', text: 'moved' }])
      const posts = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST').map(({ path }) => path)
      assert.equal(posts, ['/old', '/mcp', '/mcp', '/mcp'])
    },
  },
  {
    name: 'a redirect to another origin is an error, and nothing is sent there',
    async run({ connect, server, proxy, assert }) {
      const elsewhere = await proxy()
      await server.script({
        on: { path: '/mcp' },
        do: [{ respond: { status: 307, headers: { location: elsewhere.url } } }],
      })
      const error = await assert.rejects(connect({ headers: { authorization: 'Bearer hunter2' } }), {
        code: 'connect',
        message: /Could not connect to .*redirect.*(to another origin: http|not shown).*connect to it directly$/,
      })
      assert(!JSON.stringify(error).includes('hunter2'), 'no secret in the error')
      const there = (await server.journal()).filter(({ headers }) => headers.host === new URL(elsewhere.url).host)
      assert(
        there.every(({ headers, httpMethod }) => httpMethod === 'GET' && headers.authorization === undefined),
        'no credential crosses an origin',
      )
    },
  },
  {
    name: 'a redirect that would change the method is an error',
    runs: notInBrowsers('a browser hides the status of a redirect'),
    run: async (world) => {
      await failsOnce(world, onCall({ respond: { status: 302, headers: { location: './mcp' } } }), {
        code: 'http',
        status: 302,
        delivery: 'unknown',
        message: /^got a redirect \(302\) that changes the method: http/,
      })
    },
  },
  {
    name: 'endless redirects are given up after a few',
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'initialize' },
        do: [{ respond: { status: 308, headers: { location: './mcp' } } }],
      })
      await assert.rejects(connect(), { code: 'connect', message: /redirect/ })
      assert((await server.methods()).filter((method) => method === 'initialize').length <= 4, 'bounded')
    },
  },
]
