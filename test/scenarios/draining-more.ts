/** Draining, together with the rest: resumed streams, a listening stream, refusals, timeouts and few connections. */
import { callsIn, eventually, getsIn, onCall, onGet, textsOf } from './steps/calls.ts'
import type { Scenario } from './scenario.ts'

const browser = 'a browser opens preflight connections of its own, which the proxy cannot tell apart'

export const drainingMore: Scenario[] = [
  {
    name: 'a hundred calls in a row to a server that ends its streams late use at most fifteen connections',
    ids: ['D-01'],
    runs: { except: { chromium: browser, firefox: browser, webkit: browser } },
    async run({ connect, server, proxy, assert }) {
      const counting = await proxy()
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 5 }] })
      const client = await connect({ url: counting.url })
      for (let index = 0; index < 100; index++) await client.callTool('echo', { text: `${index}` })
      const { accepted } = await counting.counts()
      assert(accepted <= 15, `at most 15 connections, got ${accepted}`)
    },
  },
  {
    name: 'with six connections, a listening stream and a server that never ends its streams, no call has to wait',
    ids: ['D-03'],
    async run(world) {
      const { connect, server, proxy, ledger, assert } = world
      const narrow = await proxy({ maxConnections: 6 })
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 'forever' }] })
      const account = ledger()
      const client = await connect({ url: narrow.url, fetch: account.fetch, handlers: { roots: () => [] } })
      await eventually(world, () => client.connection.listening === 'open')
      let slowest = 0
      for (let index = 0; index < 30; index++) {
        const started = Date.now()
        assert.equal(textsOf(await client.callTool('echo', { text: `${index}` })), [`${index}`])
        slowest = Math.max(slowest, Date.now() - started)
      }
      assert(slowest < 2_000, `no call takes 2 s, got ${slowest} ms`)
      const isOpen = ({ state }: { state: string }) => state === 'open'
      await eventually(world, () => account.bodies().filter(isOpen).length === 1)
      assert.equal(account.bodies().find(isOpen)?.method, 'GET')
    },
  },
  {
    name: 'a stream that breaks after its answer is not resumed, although it has an event id',
    ids: ['D-04'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(
        onCall(
          { stream: { length: 100_000 } },
          { prime: { retry: 0 } },
          { answer: true, store: true },
          { barrier: 'answered' },
          { fault: true },
        ),
      )
      const events: string[] = []
      const client = await connect({
        onEvent(event) {
          if (event.type === 'drain' && event.n === 3) events.push(event.how)
          if (event.type === 'warning' || event.type === 'reconnect') events.push(event.type)
        },
      })
      assert.equal(textsOf(await client.callTool('echo', { text: 'once' })), ['once'])
      // A browser may throw away what it has not handed over yet when the connection breaks.
      await server.release('answered')
      await eventually(world, () => events.length > 0)
      await world.macrotasks(20)
      assert.equal(events.length, 1)
      assert.equal(getsIn(await server.journal()), [])
    },
  },
  {
    name: 'a resumed stream that breaks after its answer gives one answer and is not resumed again',
    ids: ['D-05'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(
        onCall({ stream: {} }, { prime: { retry: 0 } }, { closeConnection: true }),
        onGet(
          1,
          { stream: { length: 100_000 } },
          { prime: { retry: 0 } },
          { answer: true, store: true },
          { barrier: 'answered' },
          { fault: true },
        ),
      )
      const failures: string[] = []
      let resumed = 0
      const client = await connect({
        onEvent(event) {
          if (event.type === 'warning') failures.push(event.message)
          if (event.type === 'reconnect') resumed++
        },
      })
      assert.equal(textsOf(await client.callTool('echo', { text: 'once' })), ['once'])
      await server.release('answered')
      await server.until((entries) => getsIn(entries)[0]?.ended !== undefined)
      await world.macrotasks(20)
      assert.equal([resumed, failures], [1, []])
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'calls that time out are cancelled on the server and leave no stream open',
    ids: ['D-12'],
    async run({ connect, server, ledger, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { prime: true }, { hold: 'forever' }] })
      const account = ledger()
      const client = await connect({ fetch: account.fetch })
      for (let index = 0; index < 8; index++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }, { timeout: 60 }), { code: 'timeout' })
      }
      await account.settled()
      const journal = await server.until((entries) => {
        // A browser that asks for permission first may not have sent the call itself yet.
        const told = entries.filter(({ rpc }) => rpc === 'notifications/cancelled')
        return told.length === 8 && callsIn(entries).every(({ ended }) => ended === 'client-left')
      })
      assert.equal(getsIn(journal), [])
    },
  },
  {
    name: 'unwanted response bodies are read, so that their connection can be reused',
    ids: ['D-14'],
    runs: { except: { chromium: browser, firefox: browser, webkit: browser } },
    async run({ connect, server, proxy, ledger, assert }) {
      const counting = await proxy()
      await server.script(
        { on: { rpc: 'notifications/initialized' }, do: [{ respond: { status: 202, body: 'thank you' } }] },
        { on: { rpc: 'tools/call' }, do: [{ respond: { status: 500, body: 'x'.repeat(10_000) } }] },
        { on: { http: 'DELETE' }, do: [{ respond: { status: 200, body: 'good bye' } }] },
      )
      const account = ledger()
      const client = await connect({ url: counting.url, fetch: account.fetch })
      for (let index = 0; index < 5; index++) await assert.rejects(client.callTool('echo'), { status: 500 })
      await client.close()
      await account.settled()
      const used = account.bodies().filter(({ method }) => method === 'POST')
      assert(
        used.every(({ state }) => state === 'read'),
        'all are read to the end, but for the last, which nobody follows',
      )
      const { accepted } = await counting.counts()
      assert(accepted <= 2, `at most 2 connections, got ${accepted}`)
    },
  },
  {
    name: 'only the beginning of a long error page is read',
    ids: ['D-14'],
    async run({ connect, server, assert }) {
      await server.script(onCall({ respond: { status: 500, body: 'x'.repeat(2_000_000) } }))
      let read = 0
      let largest = 0
      const client = await connect({
        async fetch(url, init) {
          const response = await fetch(url, init)
          if (response.status !== 500) return response
          const counted = counting(response.body!, (bytes) => {
            read += bytes
            largest = Math.max(largest, bytes)
          })
          return new Response(counted, { status: 500 })
        },
      })
      await assert.rejects(client.callTool('echo'), { code: 'http', status: 500 })
      assert(read >= 300 && read <= 65_536 + largest, `at most 64 KiB and the piece it ends in, got ${read} bytes`)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a JSON answer is read to its end, so that its connection can be reused',
    ids: ['D-15'],
    async run({ connect, server, ledger, assert }) {
      await server.configure({ answer: 'json' })
      const account = ledger()
      const client = await connect({ fetch: account.fetch })
      assert.equal(textsOf(await client.callTool('echo', { text: 'plain' })), ['plain'])
      await account.settled()
      assert.equal(account.bodies().at(-1)?.state, 'read')
    },
  },
]

/** The same bytes, counted when they are asked for. */
function counting(source: ReadableStream<Uint8Array>, count: (bytes: number) => void): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        count(value.length)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
