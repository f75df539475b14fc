/** The journal: what its entries say about requests and responses. */
import { expect, test } from 'vitest'
import { createTestServer } from '../raw-client.ts'
import { readEvents } from '../read-events.ts'

test('an entry has the request with its headers and body, and the outcome of the response', async () => {
  const { client, server, clock } = createTestServer()
  await clock.advance(40)
  await client.initialize()
  const [entry] = await server.journal()
  expect(entry).toMatchObject({
    number: 1,
    receivedAt: 40,
    httpMethod: 'POST',
    path: '/mcp',
    rpcMethod: 'initialize',
    id: 1,
    status: 200,
  })
  expect(entry).toMatchObject({ contentType: 'text/event-stream', events: 2, ended: 'closed', endedAt: 40 })
  expect(entry?.headers['content-type']).toBe('application/json')
  expect(entry?.body).toMatchObject({ params: { clientInfo: { name: 'raw' } } })
})

test('an entry counts the bytes of the body, and says when there is none', async () => {
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

test('a client that leaves is noticed, before the response head and during the body', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ barrier: 'never' }] })
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
