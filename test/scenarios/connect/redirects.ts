/** Redirects of the MCP endpoint: followed within the origin, refused elsewhere. */

import type { Rule, Step } from '../../../src/testing/script.ts'
import type { Scenario, World } from '../scenario.ts'

const onCall = (...steps: Step[]): Rule => ({ on: { rpc: 'tools/call' }, nth: 1, do: steps })

/** The first call meets the rule and must fail as expected; the second must work on the same session. */
async function failsOnce({ connect, server, assert }: World, rule: Rule, expected: Record<string, unknown>) {
  await server.script(rule)
  const handshakes = async () => (await server.methods()).filter((method) => method === 'initialize').length
  const before = await handshakes()
  const client = await connect()
  const error = await assert.rejects(client.callTool('echo', { text: 'first' }), expected)
  assert.equal((await client.callTool('echo', { text: 'second' })).content, [{ type: 'text', text: 'second' }])
  assert.equal(await handshakes(), before + 1)
  return error
}

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
      const posts = (await server.journal()).filter(({ http }) => http === 'POST').map(({ path }) => path)
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
        message: /Expected an answer from.*got a redirect.*out of the origin/,
      })
      assert(!JSON.stringify(error).includes('hunter2'), 'no secret in the error')
      const there = (await server.journal()).filter(({ headers }) => headers.host === new URL(elsewhere.url).host)
      assert(
        there.every(({ headers, http }) => http === 'GET' && headers.authorization === undefined),
        'no credential crosses an origin',
      )
    },
  },
  {
    name: 'a redirect that would change the method is an error',
    runs: {
      except: {
        chromium: 'a browser hides the status of a redirect',
        firefox: 'a browser hides the status of a redirect',
        webkit: 'a browser hides the status of a redirect',
      },
    },
    run: async (world) => {
      await failsOnce(world, onCall({ respond: { status: 302, headers: { location: './mcp' } } }), {
        code: 'http',
        status: 302,
        delivery: 'not-executed',
        message: /got a redirect \(302\)/,
      })
    },
  },
  {
    name: 'endless redirects are given up after a few',
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'initialize' },
        do: [{ respond: { status: 308, headers: { location: './mcp' } } }],
      })
      await assert.rejects(connect(), { code: 'connect', message: /redirect/ })
      assert((await server.methods()).filter((method) => method === 'initialize').length <= 4, 'bounded')
    },
  },
]
