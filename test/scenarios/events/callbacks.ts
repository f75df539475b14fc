/** Callbacks of the application that throw: reported, and without effect on anything else. */
import type { Scenario } from '../scenario.ts'
import { collectReported } from '../steps/reported-errors.ts'

export const callbacks: Scenario[] = [
  {
    name: 'a progress callback that throws is reported and does not disturb the call',
    async run({ connect, assert }) {
      const warnings: string[] = []
      const client = await connect({ onEvent: (event) => event.type === 'warning' && warnings.push(event.message) })
      const onProgress = () => {
        throw new Error('mine')
      }
      assert.equal((await client.callTool('count', { to: 2 }, { onProgress })).isError ?? false, false)
      assert.equal(warnings.length, 2)
    },
  },
  {
    name: 'a progress callback that rejects is reported and causes no unhandled rejection',
    async run({ connect, macrotasks, assert }) {
      const warnings: string[] = []
      const client = await connect({ onEvent: (event) => event.type === 'warning' && warnings.push(event.message) })
      const onProgress = async () => {
        throw new Error('mine')
      }
      await client.callTool('count', { to: 2 }, { onProgress })
      await macrotasks(2)
      assert.equal(warnings.length, 2)
    },
  },
  {
    name: 'subscribe() returns its unsubscribe function, and a listener that throws does not disturb the others',
    async run({ connect, assert }) {
      const client = await connect({ onEvent() {} })
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
  {
    name: 'without onEvent, what a callback throws is reported as an error of the page, and elsewhere to nobody',
    async run({ connect, runtime, assert }) {
      const mine = new Error('mine')
      const reported = await collectReported(async () => {
        const client = await connect()
        const onProgress = () => {
          throw mine
        }
        await client.callTool('count', { to: 1 }, { onProgress })
      })
      const isPage = ['chromium', 'firefox', 'webkit'].includes(runtime)
      assert.equal(reported, isPage ? [mine] : [])
    },
  },
]
