/** Errors that a browser hides from a page (CORS): the error names the header that is missing. */
import type { Scenario } from '../scenario.ts'
import { onlyInBrowsers } from '../steps/browsers.ts'
import { callsIn } from '../steps/calls.ts'
import { useStore } from '../store/steps/open-store.ts'

const runs = onlyInBrowsers('only the requests of a page are refused by its browser')

export const cors: Scenario[] = [
  {
    name: 'in a browser, an error caused by CORS names the header and the Access-Control-Allow-Headers line to add',
    runs,
    async run({ connect, server, assert }) {
      await server.configure({ allowHeaders: ['content-type'] })
      const client = await connect()
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'connection',
        message: /does not allow the header .*mcp-protocol-version/,
        retryable: false,
        // The browser sends nothing after a preflight that was refused.
        delivery: 'not-executed',
      })
      const lines = /"(Access-Control-Allow-Headers: [^"]*)"/.exec(String(error.hint))?.[1] ?? ''
      for (const name of ['content-type', 'mcp-protocol-version', 'mcp-session-id']) assert.includes(lines, name)
      await server.configure({ allowHeaders: lines.replace(/^.*: /, '').split(', ') })
      assert.equal((await client.callTool('echo', { text: 'now' })).content, [{ type: 'text', text: 'now' }])
    },
  },
  {
    name: 'in a browser, a server that refuses preflights is told apart from a server that is not there',
    runs,
    async run({ connect, server, assert }) {
      await server.script({ on: { httpMethod: 'OPTIONS' }, do: [{ respond: { status: 405 } }] })
      const refused = await assert.rejects(connect(), {
        code: 'connect',
        message: /does not allow this page|does not allow the headers/,
      })
      const origin = (globalThis as unknown as { location: { origin: string } }).location.origin
      assert.includes(String(refused.message), `Access-Control-Allow-Origin: ${origin}`)
      await assert.rejects(connect({ url: 'http://127.0.0.1:61999/mcp' }), {
        code: 'connect',
        message: /nothing answers at that address/,
      })
    },
  },
  {
    name: 'in a browser, a store does not connect again and again to a server that refuses its preflights',
    runs,
    async run(world) {
      const { server, assert } = world
      await server.script({ on: { httpMethod: 'OPTIONS' }, do: [{ respond: { status: 405 } }] })
      const reconnect = { maxAttempts: 2, initialDelay: 0 }
      await useStore(world, { reconnect }, async ({ until }) => {
        const { error } = await until('failed')
        assert.match(error, { code: 'connect', retryable: false, delivery: 'not-executed' })
      })
      // A probe and a handshake; each is explained by a request with the names of our headers, between two without.
      const methods = (await server.journal()).map(({ httpMethod }) => httpMethod)
      assert(methods.length <= 8, `at most eight requests, got ${methods}`)
      assert.equal([...new Set(methods)].sort(), ['GET', 'OPTIONS'])
    },
  },
  {
    name: 'in a browser, a call whose answer has no CORS headers may have run, and may be repeated',
    runs,
    async run({ connect, server, assert }) {
      const client = await connect()
      const unreadable = {
        respond: { status: 502, headers: { 'access-control-allow-origin': 'https://other.example' } },
      }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [unreadable] })
      await assert.rejects(client.callTool('counter'), {
        code: 'connection',
        delivery: 'unknown',
        retryable: true,
        message: /an answer without "Access-Control-Allow-Origin/,
      })
      assert.equal(callsIn(await server.journal()).length, 1)
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
    },
  },
  {
    name: "in a browser, a 403 says that the server may not accept the page's Origin",
    runs,
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'initialize' }, do: [{ respond: { status: 403 } }] })
      const origin = (globalThis as unknown as { location: { origin: string } }).location.origin
      const error = await assert.rejects(connect(), { code: 'connect', message: /403.*Origin of this page/ })
      assert.includes(String(error.message), origin)
    },
  },
  {
    name: 'in a browser, a hidden Mcp-Session-Id is named as the cause of later errors',
    ids: ['K-25'],
    runs: onlyInBrowsers('only browsers hide response headers'),
    async run({ connect, server, assert }) {
      await server.configure({ session: { expose: false } })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        status: 400,
        message: /Access-Control-Expose-Headers.*Mcp-Session-Id|Mcp-Session-Id.*Access-Control-Expose-Headers/i,
      })
    },
  },
]
