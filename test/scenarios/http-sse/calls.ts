/** HTTP+SSE: calls that share one stream end independently. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf, responsesIn } from '../steps/journal.ts'
import { never } from '../steps/never.ts'

const onCall = { path: '/message', rpcMethod: 'tools/call' } as const

export const calls: Scenario[] = [
  {
    name: 'a refused POST fails its own call at once with the status, and no other call',
    ids: ['L-09', 'protocol:T-7'],
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      for (const [status, expected] of [
        [400, { delivery: 'unknown', retryable: false }],
        [403, { delivery: 'unknown', retryable: false }],
        [500, { delivery: 'unknown', retryable: true }],
      ] as const) {
        await server.script({ on: onCall, nth: 2, do: [{ respond: { status, body: 'boom' } }] })
        const running = client.callTool('slow', { ms: 150 })
        await server.until((entries) => entries.at(-1)?.rpcMethod === 'tools/call')
        await assert.rejects(client.callTool('echo', { text: 'refused' }), {
          code: 'http',
          status,
          bodyPreview: 'boom',
          message: new RegExp(`tools/call.*${status}`),
          ...expected,
        })
        assert.equal((await running).content, textContent('waited 150 ms'))
        assert.equal((await client.callTool('echo', { text: 'next' })).content, textContent('next'))
      }
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'a JSON-RPC error in the body of a refused POST is what the call rejects with',
    async run({ connect, server, assert }) {
      const body = { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'not you', data: [1] } }
      await server.script({ on: onCall, nth: 1, do: [{ respond: { status: 400, body } }] })
      const client = await connect({ url: server.sseUrl })
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'rpc',
        rpcCode: -32001,
        rpcMessage: 'not you',
        data: [1],
        status: 400,
      })
      assert.equal((await client.callTool('echo', { text: 'next' })).content, textContent('next'))
    },
  },
  {
    name: 'a JSON-RPC error and a result with isError each reach their own call',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      const calls = await Promise.allSettled([
        client.callTool('throw', { code: -32050, message: 'on purpose' }),
        client.callTool('fail'),
        client.callTool('echo', { text: 'well' }),
      ])
      const [thrown, failed, well] = calls
      assert.match((thrown as PromiseRejectedResult).reason, { code: 'rpc', rpcCode: -32050, delivery: 'answered' })
      assert.match((failed as PromiseFulfilledResult<object>).value, { isError: true })
      assert.match((well as PromiseFulfilledResult<object>).value, { content: textContent('well') })
    },
  },
  {
    name: 'an aborted call is cancelled on the server, and the shared stream stays open',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      const stop = new AbortController()
      const reason = { mine: true }
      const other = client.callTool('slow', { ms: 200 })
      const call = client.callTool('slow', { ms: 60_000 }, { signal: stop.signal })
      const rejection = assert.rejects(call)
      await server.until(
        (entries) => entries.filter(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status).length === 2,
      )
      stop.abort(reason)
      assert.same(await rejection, reason, 'the very reason')
      const journal = await server.until((entries) =>
        entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'),
      )
      // Of two requests that are sent at once, either may arrive first.
      const called = journal.find((entry) => (paramsOf(entry).arguments as { ms?: number } | undefined)?.ms === 60_000)
      const cancelled = journal.find(({ rpcMethod }) => rpcMethod === 'notifications/cancelled')
      assert.equal(paramsOf(cancelled).requestId, called?.id)
      assert.equal(cancelled?.path, called?.path)
      assert.equal((await other).content, textContent('waited 200 ms'))
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
  {
    name: 'a call that times out is cancelled on the server, and its late answer is ignored',
    async run({ connect, server, assert }) {
      // The cancellation is not passed on, so that the late answer does arrive.
      await server.script({ on: { rpcMethod: 'notifications/cancelled' }, do: [{ respond: { status: 202 } }] })
      const client = await connect({ url: server.sseUrl })
      await assert.rejects(client.callTool('slow', { ms: 2_000 }, { timeout: 1_000 }), {
        code: 'timeout',
        limit: 'timeout',
        delivery: 'unknown',
        message: /tools\/call.*1000 ms/,
      })
      await server.until((entries) => entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'))
      assert.equal((await client.callTool('slow', { ms: 300 })).content, textContent('waited 300 ms'))
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'server requests arrive on the shared stream and are answered by POST, during a call or not',
    async run({ connect, server, assert }) {
      const client = await connect({
        url: server.sseUrl,
        handlers: { roots: () => [{ uri: 'file:///mine' }] },
      })
      await server.act({ serverRequest: { method: 'roots/list' } })
      await server.act({ serverRequest: { method: 'ping' } })
      await server.act({ serverRequest: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } } })
      const journal = await server.until((entries) => responsesIn(entries).size === 3)
      const [roots, pong, refused] = [...responsesIn(journal).entries()].sort().map(([, response]) => response)
      assert.equal(roots?.result, { roots: [{ uri: 'file:///mine' }] })
      assert.equal(pong?.result, {})
      assert.equal(refused?.error?.code, -32601)
      assert(
        journal.every(({ httpMethod, path }) => httpMethod !== 'POST' || path.startsWith('/message?session_id=')),
        'answers go to the endpoint',
      )
      assert.equal(journal.filter(({ httpMethod }) => httpMethod === 'GET').length, 1)
      await client.callTool('echo', { text: 'on' })
    },
  },
  {
    name: 'callbacks that never settle block neither the stream nor the order of messages',
    ids: ['L-13'],
    async run({ connect, server, assert }) {
      await server.configure({ sse: { sendTimeout: 2_000 } })
      const client = await connect({ url: server.sseUrl, handlers: { roots: never } })
      await server.act({ serverRequest: { method: 'roots/list' } })
      const seen: number[] = []
      const result = await client.callTool(
        'count',
        { to: 200 },
        {
          onProgress: ({ progress }) => {
            seen.push(progress)
            return never()
          },
        },
      )
      assert.equal(result.content, textContent('counted to 200'))
      assert.equal(
        seen,
        Array.from({ length: 200 }, (_, index) => index + 1),
      )
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'two clients at one URL have a stream each and do not wait for one another',
    async run({ connect, server, assert }) {
      const clients = [await connect({ url: server.sseUrl }), await connect({ url: server.sseUrl })]
      const results = await Promise.all(clients.map((client, index) => client.callTool('echo', { text: `${index}` })))
      assert.equal(
        results.map(({ content }) => content),
        [textContent('0'), textContent('1')],
      )
      const streams = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'GET')
      assert.equal(
        streams.map(({ ended }) => ended),
        [undefined, undefined],
      )
    },
  },
  {
    name: 'close() releases the stream, sends no DELETE and rejects the calls in flight',
    ids: ['protocol:T-8'],
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      const client = await connect({ url: server.sseUrl, fetch: account.fetch })
      const statuses: string[] = []
      client.subscribe(() => statuses.push(client.connection.status))
      const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), { code: 'closed' })
      await server.until((entries) => entries.some(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status))
      await Promise.all([client.close(), client.close()])
      await rejection
      await account.settled()
      const journal = await server.until((entries) => entries.every(({ ended }) => ended !== undefined))
      assert.equal(journal.find(({ httpMethod }) => httpMethod === 'GET')?.ended, 'client-left')
      assert(!journal.some(({ httpMethod }) => httpMethod === 'DELETE'), 'there is no session to delete')
      await assert.rejects(client.callTool('echo'), { code: 'closed', delivery: 'not-executed' })
      assert.equal(statuses, ['closed'])
    },
  },
]
