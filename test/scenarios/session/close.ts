/** Closing a client: the session ends, and so does every call. */
import type { Scenario } from '../scenario.ts'
import { requestsIn, sessionOf } from '../steps/journal.ts'

export const close: Scenario[] = [
  {
    name: 'close() ends the session once and rejects every call in flight',
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { comment: 'x' }, { hold: 'forever' }],
      })
      const client = await connect()
      const statuses: string[] = []
      client.subscribe(() => statuses.push(client.connection.status))
      const calls = [client.callTool('echo'), client.callTool('echo')]
      const ends = Promise.allSettled(calls)
      await server.until((entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'tools/call').length === 2)
      await Promise.all([client.close(), client.close()])
      for (const end of await ends) {
        assert.match((end as { reason: object }).reason, { code: 'closed', delivery: 'unknown' })
      }
      await assert.rejects(client.callTool('echo'), { code: 'closed', delivery: 'not-executed' })
      const journal = await server.until((entries) => entries.every(({ ended }) => ended !== undefined))
      const deletes = journal.filter(({ httpMethod }) => httpMethod === 'DELETE')
      assert.equal(deletes.length, 1)
      assert(deletes[0]?.headers['mcp-session-id'], 'the DELETE names the session')
      assert(
        !journal.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'),
        'the end of the session says it all',
      )
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
    name: 'close() sends one DELETE with the session id and keepalive, and accepts any status',
    ids: ['K-23'],
    async run({ connect, server, assert }) {
      for (const status of [200, 204, 404, 405]) {
        await server.configure({ delete: { status } })
        const outliving: unknown[] = []
        const client = await connect({
          fetch: (url, init) => {
            if (init.method === 'DELETE') outliving.push(init.keepalive)
            return fetch(url, init)
          },
        })
        await client.close()
        await client.close()
        assert.equal(outliving, [true])
        assert.equal(client.connection.status, 'closed')
      }
      const journal = await server.journal()
      assert.equal(
        journal.filter(({ httpMethod }) => httpMethod === 'DELETE').map(sessionOf),
        requestsIn(journal, 'notifications/initialized').map(sessionOf),
      )
    },
  },
]
