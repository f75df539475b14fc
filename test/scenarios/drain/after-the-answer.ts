/** Draining: connections are used again, no stream is left behind, and nobody waits for it. */
import type { Scenario } from '../scenario.ts'

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export const draining: Scenario[] = [
  {
    name: 'twenty calls 10 ms apart to a server that ends its streams 5 ms late use at most three connections',
    ids: ['D-01'],
    runs: {
      except: {
        chromium: 'a browser opens preflight connections of its own, which the proxy cannot tell apart',
        firefox: 'a browser opens preflight connections of its own, which the proxy cannot tell apart',
        webkit: 'a browser opens preflight connections of its own, which the proxy cannot tell apart',
      },
    },
    async run({ connect, server, proxy, ledger, assert }) {
      const counting = await proxy()
      const account = ledger()
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 5 }] })
      const client = await connect({ url: counting.url, fetch: account.fetch })
      for (let index = 0; index < 20; index++) {
        await client.callTool('echo', { text: `${index}` })
        await wait(10)
      }
      const { accepted } = await counting.counts()
      assert(accepted <= 3, `at most 3 connections, got ${accepted}`)
      await account.settled()
    },
  },
  {
    name: 'every response body is read or cancelled: answers, 202, errors, wrong types, DELETE',
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      const call = { rpc: 'tools/call' }
      await server.script(
        { on: { rpc: 'notifications/initialized' }, do: [{ respond: { status: 202, body: 'accepted' } }] },
        { on: call, nth: 1, do: [{ respond: { status: 500, body: 'x'.repeat(200_000) } }] },
        { on: call, nth: 2, do: [{ respond: { headers: { 'content-type': 'text/html' }, body: '<html>' } }] },
        { on: call, nth: 3, do: [{ stream: {} }, { answer: true }, { hold: 'forever' }] },
        { on: call, nth: 4, do: [{ stream: {} }, { hold: 'forever' }] },
        { on: call, nth: 5, do: [{ stream: {} }, { answer: true }, { trickle: { bytes: 9_000, every: 2 } }] },
        { on: { http: 'DELETE' }, do: [{ respond: { status: 200, body: 'gone' } }] },
      )
      const client = await connect({ fetch: account.fetch })
      await assert.rejects(client.callTool('echo'), { code: 'http' })
      await assert.rejects(client.callTool('echo'), { code: 'invalid-message' })
      await client.callTool('echo')
      await assert.rejects(client.callTool('echo', {}, { timeout: 50 }), { code: 'timeout' })
      await client.callTool('echo')
      await account.settled()
      await client.close()
      await account.settled()
      assert(account.bodies().length >= 8, 'all responses are in the ledger')
    },
  },
  {
    name: 'a call resolves at its answer, while the stream is still open',
    ids: ['D-10'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'tools/call' },
        nth: 1,
        do: [{ stream: {} }, { answer: true }, { barrier: 'open' }],
      })
      const client = await connect({ drain: { ms: 60_000 } })
      assert.equal((await client.callTool('echo', { text: 'now' })).content, [{ type: 'text', text: 'now' }])
      await server.reached('open')
      const called = (await server.journal()).find(({ rpc }) => rpc === 'tools/call')
      assert.equal(called?.ended, undefined)
      await server.release('open')
      await server.until((entries) => entries.find(({ rpc }) => rpc === 'tools/call')?.ended === 'closed')
    },
  },
  {
    name: 'messages after the answer are neither delivered nor answered nor reported',
    ids: ['D-04', 'D-07', 'D-08'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'tools/call' },
        do: [
          { stream: { length: 100_000 } },
          { answer: true },
          { barrier: 'answered' },
          { answer: { content: [{ type: 'text', text: 'again' }] } },
          { notify: 5 },
          { serverRequest: { method: 'ping' } },
          { fault: true },
        ],
      })
      const reports: unknown[] = []
      const ends: string[] = []
      const client = await connect({
        onEvent: (event) => {
          if (event.type === 'warning' || event.type === 'quarantined') reports.push(event)
          if (event.type === 'drain' && event.n === 3) ends.push(event.how)
        },
      })
      let progress = 0
      const result = await client.callTool('echo', { text: 'once' }, { onProgress: () => progress++ })
      assert.equal(result.content, [{ type: 'text', text: 'once' }])
      await server.release('answered')
      while (!ends.length) await wait(5)
      await wait(20)
      assert.equal(progress, 0)
      assert.equal(reports, [])
      assert.equal(ends.length, 1)
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'a server that never ends its streams has at most five open at a time and none in the end',
    ids: ['D-02'],
    async run({ connect, server, ledger, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 'forever' }] })
      const account = ledger()
      let most = 0
      const client = await connect({
        fetch: async (url, init) => {
          const response = await account.fetch(url, init)
          most = Math.max(most, account.bodies().filter(({ state }) => state === 'open').length)
          return response
        },
      })
      for (let index = 0; index < 20; index++) await client.callTool('echo', { text: `${index}` })
      assert(most <= 5, `at most 5 open bodies, got ${most}`)
      await account.settled()
      await server.until((entries) =>
        entries.every(({ rpc, ended }) => rpc !== 'tools/call' || (ended !== undefined && ended !== 'closed')),
      )
    },
  },
  {
    name: "an endless stream after the answer is cancelled after the drain's byte limit",
    ids: ['D-09'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'tools/call' },
        do: [{ stream: {} }, { answer: true }, { trickle: { bytes: 4_000, every: 1 } }],
      })
      const ends: string[] = []
      const client = await connect({
        drain: { ms: 60_000, bytes: 20_000 },
        onEvent: (event) => event.type === 'drain' && event.n === 3 && ends.push(event.how),
      })
      await client.callTool('echo')
      await server.until((entries) => entries.find(({ rpc }) => rpc === 'tools/call')?.ended === 'client-left')
      assert.equal(ends, ['bytes'])
    },
  },
  {
    name: 'close() ends streams that are being drained',
    ids: ['D-11'],
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 'forever' }] })
      const client = await connect({ drain: { ms: 60_000 }, fetch: account.fetch })
      await client.callTool('echo')
      assert.equal(account.bodies().filter(({ state }) => state === 'open').length, 1)
      await client.close()
      await account.settled()
      await server.until((entries) => entries.find(({ rpc }) => rpc === 'tools/call')?.ended !== undefined)
    },
  },
]
