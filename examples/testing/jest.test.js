/** Jest: a mock server per test, without a port. */
import { createMockServer } from 'mcp-over-fetch/testing'
import { sum } from './sum.js'

test('adds two numbers', async () => {
  const server = createMockServer()
  expect(await sum(server.url, 1, 2, server.fetch)).toBe(3)
  await server.close()
})

test('says which tool is missing', async () => {
  const server = createMockServer({ tools: { subtract: { run: () => 'no' } } })
  await expect(sum(server.url, 1, 2, server.fetch)).rejects.toThrow('Unknown tool "add"')
  await server.close()
})
