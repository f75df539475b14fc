/** Every response body is read or cancelled, so that connections can be reused. */
import type { Scenario } from '../scenario.ts'
import { notInBrowsers } from '../steps/browsers.ts'
import { callsIn, getsIn, onCall, textsOf } from '../steps/calls.ts'

const runs = notInBrowsers('a browser opens preflight connections of its own, which the proxy cannot tell apart')

export const bodies: Scenario[] = [
  {
    name: 'every response body is read or cancelled: answers, 202, errors, wrong types, DELETE',
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      const call = { rpcMethod: 'tools/call' }
      await server.script(
        { on: { rpcMethod: 'notifications/initialized' }, do: [{ respond: { status: 202, body: 'accepted' } }] },
        { on: call, nth: 1, do: [{ respond: { status: 500, body: 'x'.repeat(200_000) } }] },
        { on: call, nth: 2, do: [{ respond: { headers: { 'content-type': 'text/html' }, body: '<html>' } }] },
        { on: call, nth: 3, do: [{ stream: {} }, { answer: true }, { hold: 'forever' }] },
        { on: call, nth: 4, do: [{ stream: {} }, { hold: 'forever' }] },
        { on: call, nth: 5, do: [{ stream: {} }, { answer: true }, { trickle: { bytes: 9_000, every: 2 } }] },
        { on: { httpMethod: 'DELETE' }, do: [{ respond: { status: 200, body: 'gone' } }] },
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
    name: 'calls that time out are cancelled on the server and leave no stream open',
    ids: ['D-12'],
    async run({ connect, server, ledger, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { prime: true }, { hold: 'forever' }],
      })
      const account = ledger()
      const client = await connect({ fetch: account.fetch })
      for (let index = 0; index < 8; index++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }, { timeout: 60 }), { code: 'timeout' })
      }
      await account.settled()
      const journal = await server.until((entries) => {
        // A call that was still in its preflight, or on its way to a busy server, never arrives.
        const arrived = callsIn(entries)
        const reported = entries.filter(({ rpcMethod }) => rpcMethod === 'notifications/cancelled')
        const left = arrived.length > 0 && arrived.every(({ ended }) => ended === 'client-left')
        return left && reported.length >= arrived.length
      })
      assert.equal(getsIn(journal), [])
    },
  },
  {
    name: 'unwanted response bodies are read, so that their connection can be reused',
    ids: ['D-14'],
    runs,
    async run({ connect, server, proxy, ledger, assert }) {
      const counting = await proxy()
      await server.script(
        { on: { rpcMethod: 'notifications/initialized' }, do: [{ respond: { status: 202, body: 'thank you' } }] },
        { on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 500, body: 'x'.repeat(10_000) } }] },
        { on: { httpMethod: 'DELETE' }, do: [{ respond: { status: 200, body: 'good bye' } }] },
      )
      const account = ledger()
      const client = await connect({ url: counting.url, fetch: account.fetch })
      for (let index = 0; index < 5; index++) await assert.rejects(client.callTool('echo'), { status: 500 })
      await client.close()
      await account.settled()
      const used = account.bodies().filter(({ method }) => method === 'POST')
      assert(
        used.every(({ state }) => state === 'read'),
        'all are read to the end',
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

/** Passes the bytes on and counts those that are pulled. */
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
