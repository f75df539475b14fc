/** Streamable HTTP: requests that are refused by their headers or their body. */
import { expect, test } from 'vitest'
import { createTestServer } from '../../raw-client.ts'
import { messagesOf } from '../../read-events.ts'

const PING = { jsonrpc: '2.0', id: 5, method: 'ping' }

test('POST must accept JSON and event streams, GET must accept event streams', async () => {
  const { client } = createTestServer()
  await client.initialize()
  expect((await client.post(PING, { accept: 'application/json' })).status).toBe(406)
  expect((await client.post(PING, { accept: 'text/event-stream' })).status).toBe(406)
  expect((await client.post(PING, { accept: 'text/*, application/json;q=0.5' })).status).toBe(200)
  expect((await client.post(PING, { accept: '*/*' })).status).toBe(200)
  expect((await client.get(undefined, { accept: 'application/json' })).status).toBe(406)
})

test('POST must have the content type of JSON', async () => {
  const { client } = createTestServer()
  await client.initialize()
  expect((await client.post(PING, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await client.post(PING, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
})

test('a body that is not a JSON-RPC message is refused with the matching error code', async () => {
  const { client } = createTestServer()
  await client.initialize()
  const refused = async (body: unknown) => {
    const response = await client.post(body)
    return [response.status, ((await response.json()) as { error: { code: number } }).error.code]
  }
  expect(await refused('{oops')).toEqual([400, -32700])
  expect(await refused({ jsonrpc: '1.0', id: 1, method: 'ping' })).toEqual([400, -32600])
  expect(await refused({ jsonrpc: '2.0', id: null, method: 'ping' })).toEqual([400, -32600])
  expect(await refused({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } })).toEqual([400, -32600])
})

test('a revision that is not on offer, or not the negotiated one, is refused with 400', async () => {
  const { client, server } = createTestServer()
  await client.initialize('2025-06-18')
  expect((await client.post(PING, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
  expect((await client.post(PING, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(400)
  expect((await client.get(undefined, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(400)
  await server.configure({ versions: ['2025-06-18'] })
  const discover = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} }
  expect((await client.post(discover, { 'mcp-protocol-version': '2026-07-28' })).status).toBe(400)
})

test('only 2025-03-26 has batches, and initialize is never part of one', async () => {
  const { client } = createTestServer()
  const two = [PING, { jsonrpc: '2.0', method: 'notifications/initialized' }, { ...PING, id: 6 }]
  await client.initialize('2025-06-18')
  expect((await client.post(two)).status).toBe(400)
  await client.initialize('2025-03-26')
  const answers = await messagesOf(await client.post(two))
  expect(answers.map(({ id }) => id).sort()).toEqual([5, 6])
  expect((await client.post([two[1]])).status).toBe(202)
  expect((await client.post([])).status).toBe(400)
  expect((await client.post([{ ...PING, method: 'initialize' }])).status).toBe(400)
})

test('a batch of requests is answered with a batch where the answer is JSON', async () => {
  const { client, server } = createTestServer()
  await client.initialize('2025-03-26')
  await server.configure({ answer: 'json' })
  const answers = (await (await client.post([PING, { ...PING, id: 6 }])).json()) as { id: number }[]
  expect(answers.map(({ id }) => id)).toEqual([5, 6])
})
