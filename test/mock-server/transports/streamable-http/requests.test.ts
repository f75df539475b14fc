/** Streamable HTTP: requests, notifications and cancellations within a session. */
import { expect, test } from 'vitest'
import { createTestServer } from '../../raw-client.ts'
import { messagesIn, messagesOf, readEvents } from '../../read-events.ts'

test('a request is answered on its stream, or as JSON', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  expect(await messagesOf(await client.callTool('echo', { text: 'a' }, { id: 'x' }))).toMatchObject([
    { id: 'x', result: {} },
  ])
  await server.configure({ answer: 'json' })
  const response = await client.callTool('echo', { text: 'a' }, { id: 'y' })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ id: 'y', result: { content: [{ text: 'a' }] } })
})

test('a notification is accepted without a body', async () => {
  const { client } = createTestServer()
  await client.initialize()
  const response = await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([response.status, response.body]).toEqual([202, null])
})

test('an unknown method is answered with an error', async () => {
  const { client } = createTestServer()
  await client.initialize()
  const [answer] = await messagesOf(await client.post({ jsonrpc: '2.0', id: 2, method: 'no/such' }))
  expect(answer).toMatchObject({ id: 2, error: { code: -32601 } })
})

test('a server request goes out on the stream of its request, and its response is used', async () => {
  const { client } = createTestServer()
  await client.initialize('2025-11-25', { elicitation: {} })
  const stream = readEvents(await client.callTool('ask', {}, { id: 7 }))
  const [question] = messagesIn(await stream.take(2))
  expect(question).toMatchObject({ method: 'elicitation/create' })
  const result = { action: 'decline' }
  expect((await client.post({ jsonrpc: '2.0', id: question!.id, result })).status).toBe(202)
  expect(messagesIn(await stream.rest()).at(-1)).toMatchObject({ id: 7, result: {} })
})

test('where answers are JSON, a server request goes out on the GET stream', async () => {
  const { client, server } = createTestServer()
  await server.configure({ prime: false })
  await client.initialize('2025-11-25', { elicitation: {} })
  await server.configure({ answer: 'json' })
  const listening = readEvents(await client.get())
  const called = client.callTool('ask', {}, { id: 7 })
  const [question] = messagesIn(await listening.take(1))
  await client.post({ jsonrpc: '2.0', id: question!.id, result: { action: 'decline' } })
  expect(await (await called).json()).toMatchObject({ id: 7, result: {} })
})

test('a cancelled request stops, and is not answered', async () => {
  const { client, clock } = createTestServer()
  await client.initialize()
  const stream = readEvents(await client.callTool('slow', { ms: 1_000 }, { id: 7 }))
  await stream.take(1)
  const params = { requestId: 7, reason: 'enough' }
  expect((await client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params })).status).toBe(202)
  expect(await stream.rest()).toEqual([])
  expect(clock.pending()).toBe(0)
})

test('progress goes to the stream of the request that asked for it', async () => {
  const { client } = createTestServer()
  await client.initialize()
  const messages = await messagesOf(await client.callTool('count', { to: 3 }, { progressToken: 'p' }))
  expect(messages.slice(0, -1).map(({ params }) => params?.progress)).toEqual([1, 2, 3])
  expect(messages.slice(0, -1).every(({ params }) => params?.progressToken === 'p')).toBe(true)
})

test('a broadcast reaches every GET stream, an update of a resource only its subscribers', async () => {
  const { client, server } = createTestServer()
  await client.initialize('2025-06-18')
  const listening = readEvents(await client.get())
  const update = { notify: { method: 'notifications/resources/updated', params: { uri: 'test://watched-resource' } } }
  await server.act(update)
  const params = { uri: 'test://watched-resource' }
  await messagesOf(await client.post({ jsonrpc: '2.0', id: 3, method: 'resources/subscribe', params }))
  await server.act({ notify: { method: 'notifications/tools/list_changed' } })
  await server.act(update)
  await server.act({ serverRequest: { method: 'roots/list' } })
  const methods = messagesIn(await listening.take(3)).map(({ method }) => method)
  expect(methods).toEqual(['notifications/tools/list_changed', 'notifications/resources/updated', 'roots/list'])
})

test('ping is answered as configured', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const ping = (id: number) => client.post({ jsonrpc: '2.0', id, method: 'ping' })
  expect(await messagesOf(await ping(2))).toMatchObject([{ id: 2, result: {} }])
  await server.configure({ ping: { code: -32601, message: 'Method not found' } })
  expect(await messagesOf(await ping(3))).toMatchObject([{ id: 3, error: { code: -32601 } }])
  await server.configure({ ping: { status: 500 } })
  expect((await ping(4)).status).toBe(500)
  await server.configure({ ping: 'never' })
  const silent = readEvents(await ping(5))
  expect(await silent.take(1)).toMatchObject([{ data: '' }])
  await client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })
  expect(await silent.rest()).toEqual([])
})

test('both eras share one endpoint, unless only one of them is on offer', async () => {
  const { client, server } = createTestServer()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const discover = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' }
  expect((await client.post(discover, headers)).status).toBe(200)
  expect((await client.initialize()).status).toBe(200)
  await server.configure({ versions: ['2026-07-28'] })
  expect((await client.initialize()).status).toBeGreaterThanOrEqual(400)
  expect((await client.get()).status).toBe(405)
  await server.configure({ versions: ['2025-11-25'] })
  expect((await client.post(discover, headers)).status).toBe(400)
})
