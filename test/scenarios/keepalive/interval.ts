/** The keepalive interval: its default, its limits and invalid values. */
import type { Scenario } from '../scenario.ts'

export const interval: Scenario[] = [
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
      assert.equal(await seen({}), { interval: 45_000, ping: true })
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
]
