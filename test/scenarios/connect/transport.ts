/** Which transport is used, by the `transport` option and by the URL. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { serveOnlyHttpSse } from './steps/http-sse-server.ts'

export const transport: Scenario[] = [
  {
    name: "transport: 'sse' begins with a GET and never POSTs to the given URL",
    ids: ['F-14'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      const client = await connect({ transport: 'sse' })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      assert.match(client.connection, { transport: 'sse', requestedTransport: 'sse', fellBack: false })
      assert.equal(await server.methods(), ['GET', 'initialize', 'notifications/initialized', 'tools/call'])
      const posts = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST')
      assert(
        posts.every(({ path }) => path.startsWith('/message')),
        'all POSTs go to the endpoint that the server named',
      )
    },
  },
  {
    name: "transport: 'streamable-http' never opens HTTP+SSE, and transport: 'sse' never POSTs to the URL",
    ids: ['F-15'],
    async run({ connect, server, assert }) {
      await serveOnlyHttpSse(server)
      const refused = await assert.rejects(connect({ transport: 'streamable-http' }), {
        code: 'connect',
      })
      assert.equal((refused.attempts as unknown[]).length, 1)
      assert.equal(await server.methods(), ['initialize'])
      await server.configure({ get: { status: 405 } })
      await server.script()
      const unopened = await assert.rejects(connect({ transport: 'sse' }), { code: 'connect' })
      assert.match((unopened.attempts as unknown[])[0], { transport: 'sse', status: 405 })
      assert.equal(await server.methods(), ['initialize', 'GET'])
    },
  },
  {
    name: 'a URL that ends in /sse is opened as HTTP+SSE without a POST to it',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      assert.match(client.connection, { transport: 'sse', requestedTransport: 'auto', fellBack: false })
      assert.equal(await server.methods(), ['GET', 'initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'a URL that ends in /sse but speaks Streamable HTTP is used that way',
    async run({ connect, server, assert }) {
      for (const get of [{ status: 404 }, { status: 405 }, { status: 406 }, 'html'] as const) {
        await server.configure({ get })
        const before = (await server.methods()).length
        const client = await connect({
          url: server.sseUrl,
          fetch: (url, init) => fetch(url.replace(/\/sse$/, '/mcp'), init),
        })
        assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
        assert.match(client.connection, { transport: 'streamable-http', fellBack: true })
        assert.equal((await server.methods()).slice(before, before + 2), ['GET', 'initialize'])
        await client.close()
      }
    },
  },
]
