/** The test runner of Deno: a mock server per test, without a port. */
import { createMockServer } from 'mcp-over-fetch/testing'
import { sum } from './sum.js'

Deno.test('adds two numbers when the server never streams', async () => {
  await using server = createMockServer({ transport: 'json' })
  const result = await sum(server.url, 1, 2, server.fetch)
  if (result !== 3) throw new Error(`expected 3, got ${result}`)
})
