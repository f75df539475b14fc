/** How many connections and open streams it takes to talk to servers that end their streams late. */
import type { Scenario } from '../scenario.ts'
import { isBrowser, notInBrowsers } from '../steps/browsers.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { wait } from '../steps/wait.ts'

const runs = notInBrowsers('a browser opens preflight connections of its own, which the proxy cannot tell apart')

export const connections: Scenario[] = [
  {
    name: 'twenty calls 10 ms apart to a server that ends its streams 5 ms late use at most three connections',
    ids: ['D-01'],
    runs,
    async run({ connect, server, proxy, ledger, assert }) {
      const counting = await proxy()
      const account = ledger()
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 5 }] })
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
    name: 'a server that never ends its streams has few open at a time, in a browser five, and none in the end',
    ids: ['D-02'],
    async run({ connect, server, ledger, assert, runtime }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { answer: true }, { hold: 'forever' }],
      })
      const account = ledger()
      let most = 0
      const client = await connect({
        fetch: async (url, init) => {
          const response = await account.fetch(url, init)
          most = Math.max(most, account.bodies().filter(({ state }) => state === 'open').length)
          return response
        },
      })
      for (let index = 0; index < 70; index++) await client.callTool('echo', { text: `${index}` })
      const limit = isBrowser(runtime) ? 5 : 64
      assert(most <= limit, `at most ${limit} open bodies, got ${most}`)
      await account.settled()
      await server.until((entries) =>
        entries.every(
          ({ rpcMethod, ended }) => rpcMethod !== 'tools/call' || (ended !== undefined && ended !== 'closed'),
        ),
      )
    },
  },
  {
    name: 'a hundred calls in a row to a server that ends its streams late use at most fifteen connections',
    ids: ['D-01'],
    runs,
    async run({ connect, server, proxy, assert }) {
      const counting = await proxy()
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 5 }] })
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
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { answer: true }, { hold: 'forever' }],
      })
      const account = ledger()
      const client = await connect({ url: narrow.url, fetch: account.fetch, handlers: { roots: () => [] } })
      await eventually(world, () => client.connection.listening === 'open')
      // A call that waited for one of these streams to end would wait for ever.
      for (let index = 0; index < 30; index++) {
        assert.equal(textsOf(await client.callTool('echo', { text: `${index}` })), [`${index}`])
      }
      const isOpen = ({ state }: { state: string }) => state === 'open'
      await eventually(world, () => account.bodies().filter(isOpen).length === 1)
      assert.equal(account.bodies().find(isOpen)?.method, 'GET')
    },
  },
]
