/** Sessions: lost and replaced without the caller noticing, once; and ended with the client. */
import type { JournalEntry } from '../../src/testing/index.ts'
import type { Scenario, World } from './scenario.ts'

const text = (value: string) => [{ type: 'text', text: value }]

const sessionOf = (entry: JournalEntry | undefined) => entry?.headers['mcp-session-id']

const withMethod = (journal: readonly JournalEntry[], method: string) => journal.filter(({ rpc }) => rpc === method)

/** Ten calls meet the end of their session together. */
async function tenCallsHeal({ connect, server, assert }: World, fetch?: typeof globalThis.fetch): Promise<void> {
  let replaced = 0
  const client = await connect({
    ...(fetch && { fetch }),
    onEvent: ({ type }) => type === 'session-replaced' && replaced++,
  })
  await client.callTool('echo', { text: 'before' })
  await server.act({ expireSessions: true })
  const calls = Array.from({ length: 10 }, (_, index) => client.callTool('echo', { text: `call ${index}` }))
  assert.equal(
    (await Promise.all(calls)).map(({ content }) => content),
    calls.map((_, index) => text(`call ${index}`)),
  )
  const journal = await server.journal()
  const [, again, ...more] = withMethod(journal, 'initialize')
  assert.equal(sessionOf(again), undefined)
  assert.equal(more, [])
  assert.equal(withMethod(journal, 'notifications/initialized').length, 2)
  const sent = withMethod(journal, 'tools/call').slice(1)
  const refused = sent.filter(({ status }) => status === 404)
  assert.equal(sent.length, 10 + refused.length)
  assert(refused.length >= 1 && refused.length <= 10, 'each was refused at most once')
  assert.equal(new Set(refused.map(({ id }) => id)).size, refused.length, 'no request is refused twice')
  assert.equal(new Set(sent.filter(({ status }) => status === 200).map(sessionOf)).size, 1, 'one new session')
  assert.equal(replaced, 1)
  assert.equal(client.connection.status, 'connected')
}

export const healing: Scenario[] = [
  {
    name: 'a session that is gone before every call is replaced every time, since every call proves the new one',
    async run({ connect, server, assert }) {
      const client = await connect()
      for (let index = 0; index < 8; index++) {
        await server.act({ expireSessions: true })
        assert.equal((await client.callTool('echo', { text: `${index}` })).content, [
          { type: 'text', text: `${index}` },
        ])
      }
      assert.equal(client.connection.status, 'connected')
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 9)
    },
  },
  {
    name: 'K-12 ten calls that meet an expired session share one new handshake and are all answered',
    run: (world) => tenCallsHeal(world),
  },
  {
    name: 'K-12 the same when the server says so in plain text',
    run: (world) =>
      tenCallsHeal(world, async (url, init) => {
        const response = await fetch(url, init)
        if (response.status !== 404) return response
        await response.body?.cancel()
        return new Response('Session not found', { status: 404, headers: { 'content-type': 'text/plain' } })
      }),
  },
  {
    name: 'a session that is gone with 410 is replaced too',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ respond: { status: 410 } }] })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      const handshake = ['initialize', 'notifications/initialized', 'tools/call']
      assert.equal(await server.methods(), [...handshake, ...handshake])
    },
  },
  {
    name: 'a server that was restarted is used on as if nothing had happened',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = await client.listTools()
      await server.act({ restart: true })
      assert.equal(await client.listTools(), before)
      await server.act({ restart: true })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      assert.equal(withMethod(await server.journal(), 'initialize').length, 3)
    },
  },
  {
    name: 'K-13 a session that is lost again at once is an error after exactly one new handshake',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ respond: { status: 404, body: 'no such session' } }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'session-lost', delivery: 'not-executed' })
      const handshake = ['initialize', 'notifications/initialized', 'tools/call']
      assert.equal(await server.methods(), [...handshake, ...handshake])
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'K-14 a late refusal of the old session does not touch the new one',
    async run({ connect, server, assert }) {
      const late = { respond: { status: 404, body: 'no such session' } }
      await server.script({ on: { rpc: 'tools/call', tool: 'count' }, nth: 1, do: [{ barrier: 'late' }, late] })
      const client = await connect()
      const slow = client.callTool('count', { to: 1 })
      await server.reached('late')
      await server.act({ expireSessions: true })
      assert.equal((await client.callTool('echo', { text: 'new' })).content, text('new'))
      const current = sessionOf(withMethod(await server.journal(), 'tools/call').at(-1))
      await server.release('late')
      assert.equal((await slow).content, text('counted to 1'))
      assert.equal((await client.callTool('echo', { text: 'kept' })).content, text('kept'))
      const journal = await server.journal()
      assert.equal(withMethod(journal, 'initialize').length, 2)
      assert.equal(withMethod(journal, 'tools/call').slice(-2).map(sessionOf), [current, current])
    },
  },
  {
    name: 'K-15 a refused listening stream says nothing about the session',
    async run({ connect, server, assert }) {
      await server.configure({ get: { status: 404 } })
      const client = await connect({ handlers: { roots: () => [] } })
      await server.until((entries) => entries.some(({ http, status }) => http === 'GET' && status === 404))
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      assert.match(client.connection, { status: 'connected', listening: 'unavailable' })
      const journal = await server.journal()
      assert.equal(withMethod(journal, 'initialize').length, 1)
      assert.equal(journal.filter(({ http }) => http === 'GET').length, 1)
      await server.act({ expireSessions: true })
      assert.equal((await client.callTool('echo', { text: 'y' })).content, text('y'))
      assert.equal(withMethod(await server.journal(), 'initialize').length, 2)
    },
  },
  {
    name: 'a 404 where there is no session is an ordinary error',
    async run({ connect, server, assert }) {
      await server.configure({ session: { issue: false } })
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ respond: { status: 404, body: 'nothing' } }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 404 })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
      assert.equal(withMethod(await server.journal(), 'initialize').length, 1)
    },
  },
  {
    name: 'K-23 closing sends one DELETE with the session, which outlives the page, and takes any answer',
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
        journal.filter(({ http }) => http === 'DELETE').map(sessionOf),
        withMethod(journal, 'notifications/initialized').map(sessionOf),
      )
    },
  },
  {
    name: 'K-24 a wait that is too long is left to the caller, who learns how long',
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const status of [429, 503]) {
        for (const rpc of ['tools/list', 'tools/call']) {
          await server.script({ on: { rpc }, nth: 1, do: [{ respond: { status, headers: { 'retry-after': '11' } } }] })
          const before = (await server.methods()).length
          const call = rpc === 'tools/list' ? client.listTools() : client.callTool('echo', { text: 'x' })
          await assert.rejects(call, { status, delivery: 'not-executed', retryable: true, retryAfterMs: 11_000 })
          assert.equal((await server.methods()).slice(before), [rpc])
        }
      }
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
    },
  },
  {
    name: 'K-24 a request that may be sent again at once is, and one time only',
    async run({ connect, server, assert }) {
      const busy = { respond: { status: 429, headers: { 'retry-after': '0' } } }
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [busy] })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      await server.script({ on: { rpc: 'tools/call' }, do: [busy] })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { status: 429, delivery: 'not-executed' })
      assert.equal(withMethod(await server.journal(), 'tools/call').length, 4)
    },
  },
  {
    name: 'K-25 a session id that the browser hides is named as the cause of what follows',
    runs: {
      except: {
        node: 'only browsers hide response headers',
        workerd: 'only browsers hide response headers',
        deno: 'only browsers hide response headers',
        bun: 'only browsers hide response headers',
      },
    },
    async run({ connect, server, assert }) {
      await server.configure({ session: { expose: false } })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        status: 400,
        message: /Access-Control-Expose-Headers.*Mcp-Session-Id|Mcp-Session-Id.*Access-Control-Expose-Headers/i,
      })
    },
  },
  {
    name: 'K-26 whatever the server says to notifications/initialized, the client is connected and listens',
    async run({ connect, server, assert }) {
      for (const status of [200, 204, 500]) {
        await server.script({ on: { rpc: 'notifications/initialized' }, do: [{ respond: { status } }] })
        const warnings: unknown[] = []
        const opened = (await server.methods()).filter((method) => method === 'GET').length
        const client = await connect({
          handlers: { roots: () => [] },
          onEvent: (event) => event.type === 'warning' && warnings.push(event.message),
        })
        assert.equal(client.connection.status, 'connected')
        assert.equal(warnings.length, status === 500 ? 1 : 0)
        if (status < 300) await server.until((entries) => entries.filter(({ http }) => http === 'GET').length > opened)
        assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
        await client.close()
      }
    },
  },
]
