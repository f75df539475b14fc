/** The journal that tests of applications read. */
import { expect, test } from 'vitest'
import { connect } from '../../../src/core/index.ts'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'

const open = (server: MockServer) =>
  connect(server.url, { fetch: server.fetch, eraCache: new Map(), keepAlive: false, versions: ['2025-11-25'] })

test('calls are found by method and by tool, with their parameters', async () => {
  const server = createMockServer()
  const client = await open(server)
  await client.callTool('echo', { text: 'one' })
  await client.callTool('add', { a: 1, b: 2 })
  expect(server.journal.calls('tools/call').map(({ params }) => params.name)).toEqual(['echo', 'add'])
  expect(server.journal.calls('tools/call', 'add')).toMatchObject([
    { method: 'tools/call', params: { arguments: { a: 1, b: 2 } }, request: { status: 200, httpMethod: 'POST' } },
  ])
  expect(server.journal.calls('prompts/get')).toEqual([])
  expect(server.journal.calls()[0]).toMatchObject({ method: 'initialize' })
  expect(server.journal.methods.slice(0, 2)).toEqual(['initialize', 'notifications/initialized'])
  await client.close()
})

test('sessions list their requests, and whether the client ended them', async () => {
  const server = createMockServer()
  const client = await open(server)
  await client.callTool('echo', { text: 'x' })
  const [first] = server.journal.sessions
  expect(first).toMatchObject({ deleted: false })
  expect(first?.requests.map(({ rpcMethod }) => rpcMethod)).toContain('tools/call')
  await client.close()
  expect(server.journal.sessions).toMatchObject([{ id: first?.id, deleted: true }])
})

test('open streams fail the check, which names them', async () => {
  const server = createMockServer({ versions: ['2025-11-25'] })
  const client = await open(server)
  await server.journal.expectNoOpenStreams()
  const stop = new AbortController()
  const call = client.callTool('slow', { ms: 1e6 }, { signal: stop.signal }).catch(() => {})
  await server.journal.until((requests) =>
    requests.some(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status),
  )
  await expect(server.journal.expectNoOpenStreams(20)).rejects.toThrow(
    /^Expected no open streams, but there is:\n\d+ {2}POST \/mcp tools\/call slow → 200 text\/event-stream, 1 event, open$/,
  )
  stop.abort()
  await call
  await client.close()
  await server.journal.expectNoOpenStreams()
})

test('until says what was there instead, and the text has one line for each request', async () => {
  const server = createMockServer()
  const { journal } = server
  expect(`${journal}`).toBe('no requests')
  server.fault('http-503', { times: 1 })
  await (await server.fetch(server.url, { method: 'DELETE' })).text()
  await (await server.fetch(server.url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).text()
  const lines = [
    '1  DELETE /mcp → 503 text/plain; charset=utf-8, closed, fault http-503',
    '2  POST /mcp ping → 415 application/json, closed',
  ]
  expect(`${journal}`).toBe(lines.join('\n'))
  await expect(journal.until(() => false, 20)).rejects.toThrow(
    `The journal did not come to that within 20 ms. It has:\n${lines.join('\n')}`,
  )
  journal.clear()
  expect(journal.requests).toEqual([])
})
