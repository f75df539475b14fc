/** Bad responses: each is a typed error that names what was expected and what came, and the connection still works. */
import type { Scenario } from '../scenario.ts'
import { onCall } from '../steps/calls.ts'
import { failsOnce } from '../steps/fails-once.ts'

export const badResponses: Scenario[] = [
  {
    name: 'a response body that is not JSON fails only its own call',
    run: async (world) => {
      await failsOnce(world, onCall({ respond: { headers: { 'content-type': 'application/json' }, body: 'oops' } }), {
        code: 'invalid-message',
        delivery: 'unknown',
        message: /Expected JSON-RPC.*tools\/call.*not JSON/,
      })
    },
  },
  {
    name: 'a response whose content type or status cannot hold an answer fails its call at once and is named in the error',
    ids: ['D-15'],
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
    name: 'a response to another id in a JSON body does not answer the call',
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
    name: 'a response to another id on a stream is ignored with an event, and the call waits for its own',
    ids: ['R-14'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall(
          { stream: {} },
          { answerWithId: 'foreign', result: { content: [{ type: 'text', text: 'wrong' }] } },
          { answer: true },
        ),
      )
      const ignored: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'ignored' && ignored.push(event.value),
      })
      assert.equal((await client.callTool('echo', { text: 'mine' })).content, [{ type: 'text', text: 'mine' }])
      assert.equal(ignored, ['foreign'])
    },
  },
  {
    name: 'a numeric id that comes back as a string still answers its request',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ barrier: 'asked' }, { pass: true }] })
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
    name: 'a JSON-RPC error without an id belongs to the request it answers, with any status and on a stream',
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
    name: 'an HTTP error of one call leaves the session alone and says whether the call may have run',
    ids: ['K-28'],
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
          bodyPreview: 'sorry',
          message: new RegExp(`tools/call.*${status}`),
          ...expected,
        })
      }
    },
  },
]
