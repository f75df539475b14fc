/** Messages and error pages that are too large. */
import type { Scenario } from '../scenario.ts'
import { onCall } from '../steps/calls.ts'
import { failsOnce } from '../steps/fails-once.ts'

export const sizeLimits: Scenario[] = [
  {
    name: 'a message over the size limit is refused before all of it is read, in JSON and on a stream',
    run: async (world) => {
      const { connect, server, assert } = world
      for (const answer of ['json', 'sse'] as const) {
        await server.configure({ answer })
        const client = await connect({ limits: { messageBytes: 100_000 } })
        await assert.rejects(client.callTool('big', { bytes: 3_000_000 }), {
          code: 'invalid-message',
          delivery: 'unknown',
          message: /at most 100000 bytes.*tools\/call.*got more/,
        })
        const big = await client.callTool('big', { bytes: 90_000 })
        assert.equal((big.content[0] as { text: string }).text.length, 90_000)
      }
    },
  },
  {
    name: 'an endless line on a stream is cut at the size limit',
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { frame: 'data: ' }, { frame: 'x'.repeat(150_000) }, { hold: 'forever' }),
      )
      const client = await connect({ limits: { messageBytes: 100_000 } })
      await assert.rejects(client.callTool('echo'), { code: 'invalid-message', message: /100000 bytes/ })
      await server.until(
        (entries) => entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.ended === 'client-left',
      )
    },
  },
  {
    name: 'an error page is read only up to its limit',
    run: async (world) => {
      const error = await failsOnce(world, onCall({ respond: { status: 500, body: 'x'.repeat(400_000) } }), {
        code: 'http',
        status: 500,
      })
      world.assert.equal(String(error.bodyPreview).length, 300)
    },
  },
]
