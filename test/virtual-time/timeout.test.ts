/** What keeps a call from timing out. */
import { expect, test } from 'vitest'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

test('a comment every second keeps a call of a minute from timing out after five seconds [T-77]', async () => {
  const client = await world.connect({ versions: ['2026-07-28'], timeout: 5_000 })
  const trickle = { bytes: 2, every: 1_000, times: 60 }
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { trickle }, { answer: true }] })
  const result = await world.until(client.callTool('echo', { text: 'alive' }))
  expect(result.content).toEqual([{ type: 'text', text: 'alive' }])
})
