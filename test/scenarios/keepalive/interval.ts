/** Restraint: what is sent without being asked for, and what is never sent. */
import type { Scenario } from '../scenario.ts'

export const keepalive: Scenario[] = [
  {
    name: 'an invalid keepalive interval is refused before any request',
    ids: ['K-02'],
    async run({ connect, server, assert }) {
      for (const value of [-1, Number.NaN, '5000' as never]) {
        await assert.rejects(connect({ keepAlive: { interval: value } }), { name: 'TypeError', message: /interval/ })
        await assert.rejects(connect({ keepAlive: { timeout: value } }), { name: 'TypeError', message: /timeout/ })
      }
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'connection.keepAlive shows the interval in use: the default of the transport, the given one, or off',
    ids: ['K-02'],
    async run({ connect, server, assert }) {
      const seen = async (options: Parameters<typeof connect>[0]) => (await connect(options)).connection.keepAlive
      assert.equal(await seen({}), { interval: 180_000, ping: true })
      assert.equal(await seen({ url: server.sseUrl }), { interval: 45_000, ping: true })
      assert.equal(await seen({ keepAlive: { interval: 10_000 } }), { interval: 10_000, ping: true })
      assert.equal(await seen({ keepAlive: { interval: 0 } }), false)
      assert.equal(await seen({ keepAlive: false }), false)
      await server.configure({ session: { issue: false } })
      assert.equal(await seen({}), false)
    },
  },
  {
    name: 'a keepalive interval that is too short is raised, with one warning',
    ids: ['K-02'],
    async run({ connect, assert }) {
      const warnings: string[] = []
      const client = await connect({
        keepAlive: { interval: 100 },
        onEvent: (event) => event.type === 'warning' && warnings.push(event.message),
      })
      assert.equal(client.connection.keepAlive, { interval: 5_000, ping: true })
      assert.equal(warnings.length, 1)
      assert.match({ message: warnings[0] }, { message: /100.*5.?000/ })
    },
  },
  {
    name: 'ping() sends a ping over both transports',
    async run({ connect, server, assert }) {
      for (const url of [server.url, server.sseUrl]) {
        const before = (await server.methods()).length
        const client = await connect({ url })
        assert.equal(await client.ping(), undefined)
        assert.equal((await server.methods()).slice(before).at(-1), 'ping')
      }
    },
  },
  {
    name: 'in strict mode a capability that the server did not declare is a CapabilityError, and no request is sent',
    ids: ['K-16'],
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { prompts: {} } })
      const client = await connect({ strict: true })
      await assert.rejects(client.listTools(), { code: 'capability', delivery: 'not-executed', message: /tools/ })
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized'])
    },
  },
  {
    name: 'tools/list_changed from a server without tools causes no request and no error',
    ids: ['K-18'],
    async run({ connect, server, macrotasks, assert }) {
      await server.configure({ capabilities: { prompts: {} } })
      const warnings: unknown[] = []
      const heard: unknown[] = []
      const client = await connect({
        handlers: { roots: () => [] },
        onEvent: (event) => {
          if (event.type === 'warning') warnings.push(event)
          if (event.type === 'stream-event' && event.length > 0) heard.push(event)
        },
      })
      await server.until((entries) => entries.some(({ http, status }) => http === 'GET' && status === 200))
      const before = await server.methods()
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      await server.until((entries) => entries.some(({ http, events }) => http === 'GET' && events >= 2))
      while (!heard.length) await macrotasks(1)
      await macrotasks(20)
      assert.equal(await server.methods(), before)
      assert.equal(warnings, [])
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'an endless list stops after a thousand pages, with the items so far',
    ids: ['K-19'],
    async run({ connect, assert }) {
      let pages = 0
      const client = await connect({
        fetch: async (url, init) => {
          const { id, method } = JSON.parse(init.body ?? '{}') as { id?: unknown; method?: string }
          if (method !== 'tools/list') return fetch(url, init)
          pages++
          const result = { tools: [{ name: `tool ${pages}`, inputSchema: {} }], nextCursor: `page ${pages}` }
          return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }), {
            headers: { 'content-type': 'application/json' },
          })
        },
      })
      const error = await assert.rejects(client.listTools(), { code: 'invalid-message', message: /1,?000 pages/ })
      assert.equal(pages, 1_000)
      assert.equal((error.result as unknown[]).length, 1_000)
    },
  },
]
