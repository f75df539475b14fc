/** The remote control of a realm. */
import { expect, test } from 'vitest'
import { createTestServer } from '../raw-client.ts'
import { readEvents } from '../read-events.ts'

test('methods lists the JSON-RPC methods in order, and the HTTP method of requests without a body', async () => {
  const { client, server } = createTestServer()
  await client.initialize('2025-03-26')
  await client.post([
    { jsonrpc: '2.0', id: 2, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/x' },
  ])
  await client.post({ jsonrpc: '2.0', id: 'server-1', result: {} })
  await client.get()
  await client.delete()
  expect(await server.methods()).toEqual(['initialize', 'ping', 'notifications/x', 'response', 'GET', 'DELETE'])
})

test('until resolves once its condition holds for the journal', async () => {
  const { client, server } = createTestServer()
  const seen = server.until((journal) =>
    journal.some(({ rpcMethod, ended }) => rpcMethod === 'ping' && ended === 'closed'),
  )
  await client.initialize()
  await (await client.post({ jsonrpc: '2.0', id: 2, method: 'ping' })).text()
  expect((await seen).map(({ rpcMethod }) => rpcMethod)).toEqual(['initialize', 'ping'])
})

test('closeStreams ends the streams of one kind, or all of them', async () => {
  const { client, server, fetch } = createTestServer()
  await client.initialize()
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ hold: 'forever' }] })
  const streams = [await client.callTool('echo'), await client.get(), await fetch(server.sseUrl)].map(readEvents)
  const open = async () => (await server.journal()).slice(1).map(({ ended }) => ended === undefined)
  await server.act({ closeStreams: 'post' })
  expect(await open()).toEqual([false, true, true])
  await server.act({ closeStreams: 'sse' })
  expect(await open()).toEqual([false, true, false])
  await server.act({ closeStreams: 'all' })
  expect(await open()).toEqual([false, false, false])
  for (const stream of streams) await stream.rest()
})

test('reset ends all streams and forgets everything', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.script({
    on: { rpcMethod: 'tools/call' },
    do: [{ comment: 'a' }, { barrier: 'never' }, { answer: true }],
  })
  const stream = readEvents(await client.callTool('echo', { text: 'a' }))
  await server.dispose()
  await stream.rest()
  expect(await server.journal()).toEqual([])
  expect((await client.initialize()).status).toBe(200)
})

test('to clients, the path of the control is one like any other that does not exist', async () => {
  const { fetch, server } = createTestServer()
  const response = await fetch(server.url.replace('/mcp', '/__control/journal'))
  expect([response.status, await server.methods()]).toEqual([404, ['GET']])
})
