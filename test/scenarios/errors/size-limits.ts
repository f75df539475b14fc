/** Messages and error pages that are too large. */

import type { Rule, Step } from '../../../src/testing/script.ts'
import type { Scenario, World } from '../scenario.ts'

const onCall = (...steps: Step[]): Rule => ({ on: { rpc: 'tools/call' }, nth: 1, do: steps })

/** The first call meets the rule and must fail as expected; the second must work on the same session. */
async function failsOnce({ connect, server, assert }: World, rule: Rule, expected: Record<string, unknown>) {
  await server.script(rule)
  const handshakes = async () => (await server.methods()).filter((method) => method === 'initialize').length
  const before = await handshakes()
  const client = await connect()
  const error = await assert.rejects(client.callTool('echo', { text: 'first' }), expected)
  assert.equal((await client.callTool('echo', { text: 'second' })).content, [{ type: 'text', text: 'second' }])
  assert.equal(await handshakes(), before + 1)
  return error
}

export const sizeLimits: Scenario[] = [
  {
    name: 'a message over the size limit is refused before all of it is read, in JSON and on a stream',
    run: async (world) => {
      const { connect, server, assert } = world
      for (const answer of ['json', 'sse'] as const) {
        await server.configure({ answer })
        const client = await connect({ limits: { message: 100_000 } })
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
      const client = await connect({ limits: { message: 100_000 } })
      await assert.rejects(client.callTool('echo'), { code: 'invalid-message', message: /100000 bytes/ })
      await server.until((entries) => entries.find(({ rpc }) => rpc === 'tools/call')?.ended === 'client-left')
    },
  },
  {
    name: 'an error page is read only up to its limit',
    run: async (world) => {
      const error = await failsOnce(world, onCall({ respond: { status: 500, body: 'x'.repeat(400_000) } }), {
        code: 'http',
        status: 500,
      })
      world.assert.equal(String(error.bodyHead).length, 300)
    },
  },
]
