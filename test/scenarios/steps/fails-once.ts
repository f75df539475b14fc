/** A call that fails once, on a connection that still works afterwards. */
import type { Rule } from '../../../src/testing/index.ts'
import type { World } from '../scenario.ts'

/** The first call meets the rule and must fail as expected; the second must work in the same session. */
export async function failsOnce({ connect, server, assert }: World, rule: Rule, expected: Record<string, unknown>) {
  await server.script(rule)
  const handshakes = async () => (await server.methods()).filter((method) => method === 'initialize').length
  const before = await handshakes()
  const client = await connect()
  const error = await assert.rejects(client.callTool('echo', { text: 'first' }), expected)
  assert.equal((await client.callTool('echo', { text: 'second' })).content, [{ type: 'text', text: 'second' }])
  assert.equal(await handshakes(), before + 1)
  return error
}
