/** The test runner of Node: a mock server per test, without a port. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMockServer } from 'mcp-over-fetch/testing'
import { sum } from './sum.js'

test('adds two numbers and leaves no stream open', async () => {
  const server = createMockServer()
  assert.equal(await sum(server.url, 1, 2, server.fetch), 3)
  await server.journal.expectNoOpenStreams()
  await server.close()
})

test('says that the sum may have been taken when the connection breaks before the answer', async () => {
  const server = createMockServer()
  server.fault('response-lost', { on: 'tools/call' })
  await assert.rejects(sum(server.url, 1, 2, server.fetch), { code: 'connection', delivery: 'unknown' })
  await server.close()
})
