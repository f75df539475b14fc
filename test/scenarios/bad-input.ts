/** Bad input: a typed error that names what came and what was expected, and a connection that still works. */
import type { Rule, Step } from '../../src/testing/index.ts'
import type { Scenario, World } from './scenario.ts'

const onCall = (...steps: Step[]): Rule => ({ on: { rpc: 'tools/call' }, nth: 1, do: steps })

const onInitialize = (...steps: Step[]): Rule => ({ on: { rpc: 'initialize' }, nth: 1, do: steps })

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

export const badInput: Scenario[] = [
  {
    name: 'an address that is no http URL is refused without a request, and without repeating it',
    async run({ connect, server, assert }) {
      for (const url of ['http://', 'ftp://host/mcp', 'http://user:hunter2@127.0.0.1/mcp', 'data:text/plain,hunter2']) {
        const error = await assert.rejects(connect({ url }), {
          code: 'connect',
          delivery: 'not-executed',
          message: /^Expected an http or https URL/,
        })
        assert(!String(error).includes('hunter2'), 'no secret in the message')
      }
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'a port where nobody listens is a connection error, said to be not executed only where that is proven',
    async run({ connect, runtime, assert }) {
      const error = await assert.rejects(connect({ url: 'http://127.0.0.1:61999/mcp' }), {
        code: 'connect',
        retryable: true,
        message: /127\.0\.0\.1:61999\/mcp/,
      })
      const [attempt] = error.attempts as { transport: string; error: Record<string, unknown> }[]
      assert.match(attempt, { transport: 'streamable-http' })
      const proven = runtime === 'node' || runtime === 'bun' || runtime === 'deno'
      assert.match(attempt?.error, { code: 'connection', delivery: proven ? 'not-executed' : 'unknown' })
    },
  },
  {
    name: 'a wrong path is a connect error with the status and the beginning of the page',
    async run({ connect, server, assert }) {
      await server.script(
        onInitialize({ respond: { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>nothing</h1>' } }),
      )
      const error = await assert.rejects(connect({ transport: 'streamable-http' }), {
        code: 'connect',
        message: /initialize.*404/,
      })
      assert.match((error.attempts as object[])[0], { status: 404, bodyHead: '<h1>nothing</h1>' })
      assert.equal(await server.methods(), ['initialize'])
    },
  },
  {
    name: 'F-16 a web page is not an MCP endpoint, and the error names its content type',
    async run({ connect, server, assert }) {
      await server.script(
        onInitialize({ respond: { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>' } }),
      )
      await assert.rejects(connect(), {
        code: 'not-mcp-endpoint',
        delivery: 'not-executed',
        message: /Expected application\/json or text\/event-stream.*initialize.*got text\/html/,
      })
    },
  },
  {
    name: 'JSON that is no JSON-RPC is not an MCP endpoint',
    async run({ connect, server, assert }) {
      for (const [body, came] of [
        [{ hello: 'world' }, /not a JSON-RPC/],
        ['{"jsonrpc":', /not JSON/],
      ] as const) {
        await server.script(onInitialize({ respond: { headers: { 'content-type': 'application/json' }, body } }))
        await assert.rejects(connect(), { code: 'not-mcp-endpoint', message: came })
      }
    },
  },
  {
    name: 'an error of the server during the handshake passes its code on',
    async run({ connect, server, assert }) {
      const body = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no thanks', data: { why: 1 } } }
      await server.script(onInitialize({ respond: { status: 400, body } }))
      const error = await assert.rejects(connect(), { code: 'connect' })
      assert.match(error.cause, { code: 'rpc', rpcCode: -32600, rpcMessage: 'no thanks', data: { why: 1 } })
    },
  },
  {
    name: 'a body that is no JSON fails its call only',
    run: async (world) => {
      await failsOnce(world, onCall({ respond: { headers: { 'content-type': 'application/json' }, body: 'oops' } }), {
        code: 'invalid-message',
        delivery: 'unknown',
        message: /Expected JSON-RPC.*tools\/call.*not JSON/,
      })
    },
  },
  {
    name: 'D-15 a content type that cannot hold an answer fails its call at once and is named',
    run: async (world) => {
      for (const [respond, came] of [
        [{ headers: { 'content-type': 'text/plain' }, body: 'hello' }, /got text\/plain/],
        [{ status: 202 }, /got status 202/],
        [{ status: 204 }, /got status 204/],
        [{ headers: { 'content-type': 'application/json' }, body: '' }, /got an empty body/],
      ] as const) {
        await failsOnce(world, onCall({ respond }), { code: 'invalid-message', delivery: 'unknown', message: came })
      }
    },
  },
  {
    name: 'an answer to somebody else in a JSON body is not taken for ours',
    run: async (world) => {
      await failsOnce(
        world,
        onCall({
          respond: {
            headers: { 'content-type': 'application/json' },
            body: { jsonrpc: '2.0', id: 'foreign', result: { content: [{ type: 'text', text: 'wrong' }] } },
          },
        }),
        { code: 'connection', delivery: 'unknown', message: /ended before the answer to tools\/call/ },
      )
    },
  },
  {
    name: 'R-14 an answer to somebody else on a stream is set apart, and ours is awaited',
    async run({ connect, server, assert }) {
      await server.script(
        onCall(
          { stream: {} },
          { answerWithId: 'foreign', result: { content: [{ type: 'text', text: 'wrong' }] } },
          { answer: true },
        ),
      )
      const quarantined: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'quarantined' && quarantined.push(event.value),
      })
      assert.equal((await client.callTool('echo', { text: 'mine' })).content, [{ type: 'text', text: 'mine' }])
      assert.equal(quarantined, ['foreign'])
    },
  },
  {
    name: 'a number that comes back as text still answers its request',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ barrier: 'asked' }, { pass: true }] })
      const client = await connect({
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          if (!init.body?.includes('tools/call')) return response
          const answer = (await response.text()).replace(/"id":(\d+)/, '"id":"$1"')
          return new Response(answer, response)
        },
      })
      const call = client.callTool('echo', { text: 'mine' })
      await server.reached('asked')
      await server.release('asked')
      assert.equal((await call).content, [{ type: 'text', text: 'mine' }])
    },
  },
  {
    name: 'an error without an id belongs to the request it answers, with any status and in any form',
    run: async (world) => {
      const error = { code: -32001, message: 'not you', data: [1] }
      const body = { jsonrpc: '2.0', id: null, error }
      const expected = { code: 'rpc', rpcCode: -32001, rpcMessage: 'not you', data: [1], delivery: 'answered' }
      const json = { 'content-type': 'application/json' }
      await failsOnce(world, onCall({ respond: { headers: json, body } }), expected)
      await failsOnce(world, onCall({ respond: { status: 400, headers: json, body } }), expected)
      await failsOnce(world, onCall({ stream: {} }, { answerError: error, id: null }), expected)
    },
  },
  {
    name: 'K-28 a refusal of one call leaves the session alone and says what may be concluded',
    run: async (world) => {
      for (const [status, expected] of [
        [400, { delivery: 'unknown', retryable: false }],
        [403, { delivery: 'unknown', retryable: false }],
        [429, { delivery: 'not-executed', retryable: true, retryAfterMs: 70_000 }],
        [500, { delivery: 'unknown', retryable: true }],
        [503, { delivery: 'not-executed', retryable: true, retryAfterMs: 70_000 }],
      ] as const) {
        const headers = status === 429 || status === 503 ? { 'retry-after': '70' } : {}
        await failsOnce(world, onCall({ respond: { status, headers, body: 'sorry' } }), {
          code: 'http',
          status,
          bodyHead: 'sorry',
          message: new RegExp(`tools/call.*${status}`),
          ...expected,
        })
      }
    },
  },
  {
    name: 'a message over the limit is refused before it is all read, in JSON and on a stream',
    run: async (world) => {
      const { connect, server, assert } = world
      for (const answer of ['json', 'sse'] as const) {
        await server.configure({ answer })
        const client = await connect({ limits: { message: 100_000 } })
        await assert.rejects(client.callTool('big', { bytes: 3_000_000 }), {
          code: 'invalid-message',
          delivery: 'unknown',
          message: /at most 100000 bytes.*tools\/call.*got more/,
        })
        const big = await client.callTool('big', { bytes: 90_000 })
        assert.equal((big.content[0] as { text: string }).text.length, 90_000)
      }
    },
  },
  {
    name: 'an endless line on a stream is cut at the limit',
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { frame: 'data: ' }, { frame: 'x'.repeat(150_000) }, { hold: 'forever' }),
      )
      const client = await connect({ limits: { message: 100_000 } })
      await assert.rejects(client.callTool('echo'), { code: 'invalid-message', message: /100000 bytes/ })
      await server.until((entries) => entries.find(({ rpc }) => rpc === 'tools/call')?.ended === 'client-left')
    },
  },
  {
    name: 'an error page is read up to its limit only',
    run: async (world) => {
      const error = await failsOnce(world, onCall({ respond: { status: 500, body: 'x'.repeat(400_000) } }), {
        code: 'http',
        status: 500,
      })
      world.assert.equal(String(error.bodyHead).length, 300)
    },
  },
  {
    name: 'a redirect within the origin that keeps the method is followed and remembered',
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
    name: 'redirects that never end are given up',
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
