/** MSW: the application uses the global fetch and an address of its own, and one handler answers for it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createMockServer } from 'mcp-over-fetch/testing'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { sum } from './sum.js'

const mock = createMockServer()
const network = setupServer(http.all('https://tools.example.com/*', ({ request }) => mock.handle(request)))

before(() => network.listen({ onUnhandledFrame: 'error' }))
after(() => network.close())

test('adds two numbers', async () => {
  assert.equal(await sum('https://tools.example.com/mcp', 1, 2), 3)
  assert.equal(mock.journal.calls('tools/call', 'add').length, 1)
})
