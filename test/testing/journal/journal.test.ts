/** What the journal knows about each request. */
import { expect, test } from 'vitest'
import { createEventCounter } from '../../../src/testing/sse/event-counter.ts'
import { createTestServer } from '../raw-client.ts'
import { readEvents } from '../read-events.ts'

test('an entry tells the request, its headers and body, and how the response went', async () => {
  const { client, server, clock } = createTestServer()
  await clock.advance(40)
  await client.initialize()
  const [entry] = await server.journal()
  expect(entry).toMatchObject({ n: 1, at: 40, http: 'POST', path: '/mcp', rpc: 'initialize', id: 1, status: 200 })
  expect(entry).toMatchObject({ contentType: 'text/event-stream', events: 2, ended: 'closed', endedAt: 40 })
  expect(entry?.headers['content-type']).toBe('application/json')
  expect(entry?.body).toMatchObject({ params: { clientInfo: { name: 'raw' } } })
})

test('bodies are counted byte by byte, and those that are not there are told apart', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.configure({ answer: 'json' })
  const text = await (await client.callTool('echo', { text: 'é' })).text()
  await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  await client.post('not JSON')
  const [, called, notified, broken] = await server.journal()
  expect(called).toMatchObject({ bytes: new TextEncoder().encode(text).length, events: 0, ended: 'closed' })
  expect(notified).toMatchObject({ status: 202, bytes: 0, ended: 'no-body' })
  expect(broken).toMatchObject({ status: 400, body: 'not JSON' })
})

test('methods are the JSON-RPC methods in order, else the HTTP method', async () => {
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

test('a client that leaves is noticed before the head, and during the body', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ barrier: 'never' }] })
  const early = new AbortController()
  const refused = client.callTool('echo', {}, { signal: early.signal })
  await server.reached('never')
  early.abort(new Error('enough'))
  await expect(refused).rejects.toThrow('enough')
  expect((await server.journal()).at(-1)).toMatchObject({ ended: 'client-left' })
  expect((await server.journal()).at(-1)?.status).toBeUndefined()
  const late = new AbortController()
  const stream = readEvents(await client.callTool('slow', { ms: 1_000 }, { signal: late.signal }))
  await stream.take(1)
  late.abort(new Error('enough'))
  await expect(stream.take(1)).rejects.toThrow('enough')
  expect((await server.journal()).at(-1)).toMatchObject({ status: 200, ended: 'client-left' })
})

test('streams can be closed by kind', async () => {
  const { client, server, fetch } = createTestServer()
  await client.initialize()
  await server.script({ on: { rpc: 'tools/call' }, do: [{ hold: 'forever' }] })
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

test('until waits for the journal to come to something', async () => {
  const { client, server } = createTestServer()
  const seen = server.until((journal) => journal.some(({ rpc, ended }) => rpc === 'ping' && ended === 'closed'))
  await client.initialize()
  await (await client.post({ jsonrpc: '2.0', id: 2, method: 'ping' })).text()
  expect((await seen).map(({ rpc }) => rpc)).toEqual(['initialize', 'ping'])
})

test('the public cannot reach the control', async () => {
  const { fetch, server } = createTestServer()
  const response = await fetch(server.url.replace('/mcp', '/__control/journal'))
  expect([response.status, await server.journal()]).toEqual([404, []])
})

test('events are counted whatever their line ends, and however their bytes are cut', () => {
  const text = 'id: 1\n\n: c\n\ndata: a\r\ndata: b\r\n\r\nevent: e\r\r: c\ndata: f\n\ndata: unfinished\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 3, 5, bytes.length]) {
    const count = createEventCounter()
    let events = 0
    for (let at = 0; at < bytes.length; at += size) events += count(bytes.subarray(at, at + size))
    expect(events).toBe(4)
  }
})
