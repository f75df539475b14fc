/** Vitest: a mock server per test, without a port. */
import { createMockServer } from 'mcp-over-fetch/testing'
import { expect, test } from 'vitest'
import { sum } from './sum.js'

test('adds two numbers', async () => {
  await using server = createMockServer()
  expect(await sum(server.url, 1, 2, server.fetch)).toBe(3)
  expect(server.journal.calls('tools/call')).toHaveLength(1)
})

test('adds them although the server has forgotten the session', async () => {
  await using server = createMockServer({ versions: ['2025-11-25'] })
  server.fault('forgets-sessions', { on: 'tools/call', times: 1 })
  expect(await sum(server.url, 1, 2, server.fetch)).toBe(3)
  expect(server.journal.sessions).toHaveLength(2)
})
