/** Calls through a relay: they behave as without it. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { callsIn, cursorsIn, onCall, textsOf } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { relayedRequests, startRelay } from './steps/in-process-relay.ts'

export const calls: Scenario[] = [
  ...inBothEras({
    name: 'a call through a relay gives its progress while it runs, and its result',
    async run(world) {
      const { connect, server, assert } = world
      const { fetch } = startRelay([server.url])
      const client = await connect({ fetch })
      const barrier = 'halfway'
      await server.script(onCall({ stream: {} }, { notify: 1 }, { barrier }, { notify: 1 }, { answer: true }))
      let seen = 0
      let onFirst = () => {}
      const first = new Promise<void>((resolve) => {
        onFirst = resolve
      })
      const call = client.callTool(
        'echo',
        { text: 'done' },
        {
          onProgress: () => {
            seen++
            onFirst()
          },
        },
      )
      await first
      assert.equal(seen, 1, 'the first arrives while the server waits with the second')
      await server.release(barrier)
      assert.equal((await call).content, textContent('done'))
      assert.equal(seen, 2)
      await client.close()
      await relayedRequests(world)
    },
  }),
  ...inBothEras({
    name: 'a call through a relay that is aborted ends at the server too',
    async run({ connect, server, assert }) {
      const { fetch, logged } = startRelay([server.url])
      const client = await connect({ fetch })
      await server.script(onCall({ stream: {} }, { hold: 'forever' }))
      const stop = new AbortController()
      const call = client.callTool('echo', { text: 'never' }, { signal: stop.signal })
      await server.until((journal) => callsIn(journal).length === 1)
      stop.abort('enough')
      assert.equal(await assert.rejects(call), 'enough' as never)
      await server.until((journal) => callsIn(journal).every(({ ended }) => ended !== undefined))
      assert(
        logged.some(({ ended }) => ended === 'cancelled'),
        `the relay saw the page leave, got ${JSON.stringify(logged)}`,
      )
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  }),
  {
    name: 'a stream that ends early is resumed through a relay after the last event id',
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { prime: { id: 'p1', retry: 10 } }, { closeConnection: true }, { answer: true }),
      )
      const { fetch } = startRelay([server.url])
      const client = await connect({ fetch })
      assert.equal(textsOf(await client.callTool('echo', { text: 'late' })), ['late'])
      assert.equal(cursorsIn(await server.journal()), ['p1'])
    },
  },
  {
    name: 'a session is kept, replaced and ended through a relay',
    async run(world) {
      const { connect, server, assert } = world
      const { fetch } = startRelay([server.url])
      const client = await connect({ fetch })
      await client.callTool('echo', { text: 'x' })
      await server.act({ expireSessions: true })
      assert.equal((await client.callTool('echo', { text: 'again' })).content, textContent('again'))
      await client.close()
      const methods = await relayedRequests(world)
      assert.equal(methods.filter((method) => method === 'initialize').length, 2)
      assert.equal(methods.at(-1), 'DELETE')
      const calls = callsIn(await server.journal())
      assert(
        calls.every(({ headers }) => !!headers['mcp-session-id']),
        'each call names its session',
      )
    },
  },
  {
    name: 'over HTTP+SSE a relay passes the stream, and messages go where the server says',
    async run(world) {
      const { connect, server, assert } = world
      const { fetch } = startRelay([server.url])
      const client = await connect({ url: server.sseUrl, fetch })
      assert.equal(client.connection.transport, 'sse')
      const seen: number[] = []
      await client.callTool('count', { to: 3 }, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(seen, [1, 2, 3])
      await client.close()
      await relayedRequests(world)
    },
  },
  ...inBothEras({
    name: 'changes of lists are told through a relay',
    async run({ connect, server, assert }) {
      const { fetch } = startRelay([server.url])
      const client = await connect({ fetch })
      const changes = client.listen({ toolsListChanged: true })[Symbol.asyncIterator]()
      const first = changes.next()
      await server.until((journal) =>
        journal.some(({ rpcMethod, httpMethod }) => rpcMethod === 'subscriptions/listen' || httpMethod === 'GET'),
      )
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.equal((await first).done, false)
      await changes.return?.()
    },
  }),
]
