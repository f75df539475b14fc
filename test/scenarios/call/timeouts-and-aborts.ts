/** How calls end before their answer: timeouts, aborts, `close()`. */
import { paramsOf } from '../steps/journal.ts'
import type { Scenario } from '../scenario.ts'

export const ending: Scenario[] = [
  {
    name: "an aborted call rejects with the signal's reason, is cancelled on the server and releases its stream",
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'tools/call' },
        nth: 1,
        do: [{ stream: {} }, { comment: 'open' }, { barrier: 'open' }, { hold: 'forever' }],
      })
      const client = await connect()
      const stop = new AbortController()
      const reason = { mine: true }
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.reached('open')
      stop.abort(reason)
      assert((await assert.rejects(call)) === (reason as never), 'the very reason')
      await server.release('open')
      const journal = await server.until((entries) => {
        const called = entries.find(({ rpc }) => rpc === 'tools/call')
        return called?.ended === 'client-left' && entries.some(({ rpc }) => rpc === 'notifications/cancelled')
      })
      const called = journal.find(({ rpc }) => rpc === 'tools/call')
      const cancelled = journal.filter(({ rpc }) => rpc === 'notifications/cancelled')
      assert.equal(cancelled.length, 1)
      assert.equal(paramsOf(cancelled[0]).requestId, called?.id)
      assert.equal((await client.callTool('echo', { text: 'next' })).isError ?? false, false)
    },
  },
  {
    name: 'a call with an already aborted signal sends nothing',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = (await server.journal()).length
      const reason = new Error('too late')
      const error = await assert.rejects(client.callTool('echo', {}, { signal: AbortSignal.abort(reason) }))
      assert(error === (reason as never), 'the very reason')
      assert.equal((await server.journal()).length, before)
    },
  },
  {
    name: 'one signal aborts all the calls that share it',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { comment: 'x' }, { hold: 'forever' }] })
      const client = await connect()
      const stop = new AbortController()
      const calls = Array.from({ length: 4 }, () => client.callTool('echo', {}, { signal: stop.signal }))
      const ends = Promise.allSettled(calls)
      await server.until((entries) => entries.filter(({ rpc }) => rpc === 'tools/call').length === 4)
      stop.abort('all')
      assert.equal(
        (await ends).map((end) => end.status === 'rejected' && end.reason),
        ['all', 'all', 'all', 'all'],
      )
      await server.until((entries) => entries.filter(({ rpc }) => rpc === 'notifications/cancelled').length === 4)
    },
  },
  {
    name: 'silence ends a call with a TimeoutError that names the limit, and the client still works',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ stream: {} }, { hold: 'forever' }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo', {}, { timeout: 80 }), {
        code: 'timeout',
        limit: 'timeout',
        delivery: 'unknown',
        retryable: true,
        message: /tools\/call.*80 ms/,
      })
      await server.until(
        (entries) =>
          entries.find(({ rpc }) => rpc === 'tools/call')?.ended === 'client-left' &&
          entries.some(({ rpc }) => rpc === 'notifications/cancelled'),
      )
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'comments and progress restart the timeout, but not the total limit',
    async run({ connect, server, assert }) {
      const alive = [{ comment: 'alive' }, { delay: 150 }, { notify: 1 }, { delay: 150 }] as const
      await server.script(
        { on: { rpc: 'tools/call' }, nth: 1, do: [{ stream: {} }, ...alive, ...alive, { answer: true }] },
        { on: { rpc: 'tools/call' }, nth: 2, do: [{ stream: {} }, ...alive, ...alive, ...alive, ...alive] },
      )
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'a' }, { timeout: 400 })).content, [
        { type: 'text', text: 'a' },
      ])
      await assert.rejects(client.callTool('echo', { text: 'b' }, { timeout: 400, maxTimeout: 450 }), {
        code: 'timeout',
        limit: 'maxTimeout',
      })
    },
  },
  {
    name: 'a fetch that ignores its signal does not keep a call pending, and its late response is released',
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ barrier: 'late' }, { pass: true }] })
      const client = await connect({
        fetch: (url, { signal, ...init }) => account.fetch(url, init),
      })
      await assert.rejects(client.callTool('echo', {}, { timeout: 60 }), { code: 'timeout' })
      await server.release('late')
      await server.until((entries) => entries.find(({ rpc }) => rpc === 'tools/call')?.status === 200)
      await client.close()
      await account.settled()
    },
  },
  {
    name: 'close() ends the session once and rejects every call in flight',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { comment: 'x' }, { hold: 'forever' }] })
      const client = await connect()
      const statuses: string[] = []
      client.subscribe(() => statuses.push(client.connection.status))
      const calls = [client.callTool('echo'), client.callTool('echo')]
      const ends = Promise.allSettled(calls)
      await server.until((entries) => entries.filter(({ rpc }) => rpc === 'tools/call').length === 2)
      await Promise.all([client.close(), client.close()])
      for (const end of await ends) {
        assert.match((end as { reason: object }).reason, { code: 'closed', delivery: 'unknown' })
      }
      await assert.rejects(client.callTool('echo'), { code: 'closed', delivery: 'not-executed' })
      const journal = await server.until((entries) => entries.every(({ ended }) => ended !== undefined))
      const deletes = journal.filter(({ http }) => http === 'DELETE')
      assert.equal(deletes.length, 1)
      assert(deletes[0]?.headers['mcp-session-id'], 'the DELETE names the session')
      assert(!journal.some(({ rpc }) => rpc === 'notifications/cancelled'), 'the end of the session says it all')
      assert.equal(statuses, ['closed'])
    },
  },
  {
    name: 'close() succeeds whatever status the server gives to DELETE',
    async run({ connect, server, assert }) {
      for (const status of [204, 404, 405, 500]) {
        await server.configure({ delete: { status } })
        await (await connect()).close()
      }
      assert.equal((await server.methods()).filter((method) => method === 'DELETE').length, 4)
    },
  },
  {
    name: 'subscribe() returns its unsubscribe function, and a listener that throws does not disturb the others',
    async run({ connect, assert }) {
      const client = await connect()
      const calls: string[] = []
      client.subscribe(() => {
        throw new Error('mine')
      })
      client.subscribe(() => calls.push('kept'))
      client.subscribe(() => calls.push('ended'))()
      const before = client.connection
      await client.close()
      assert.equal(calls, ['kept'])
      assert(client.connection !== before && before.status === 'connected', 'a view does not change under its holder')
    },
  },
]
