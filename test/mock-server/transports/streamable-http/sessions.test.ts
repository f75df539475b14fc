/** Streamable HTTP: how sessions are issued, required, expired and ended. */
import { expect, test } from 'vitest'
import { createTestServer } from '../../raw-client.ts'
import { messagesOf, readEvents } from '../../read-events.ts'

test('initialize issues a session id of visible ASCII, and each client gets its own', async () => {
  const { client } = createTestServer()
  const first = (await client.initialize()).headers.get('mcp-session-id')
  const second = (await client.initialize()).headers.get('mcp-session-id')
  expect(first).toMatch(/^[\x21-\x7e]+$/)
  expect(second).not.toBe(first)
})

test('initialize answers with the requested revision, or with the newest on offer', async () => {
  const { client, server } = createTestServer()
  const negotiated = async (version: string) =>
    (await messagesOf(await client.initialize(version)))[0]?.result?.protocolVersion
  expect(await negotiated('2025-06-18')).toBe('2025-06-18')
  expect(await negotiated('1999-01-01')).toBe('2025-11-25')
  await server.configure({ versions: ['2025-03-26', '2025-06-18'] })
  expect(await negotiated('2025-11-25')).toBe('2025-06-18')
})

test('a request without the session id gets 400, with an unknown one 404', async () => {
  const { client } = createTestServer()
  await client.initialize()
  expect((await client.callTool('echo', { text: 'a' })).status).toBe(200)
  const ping = { jsonrpc: '2.0', id: 5, method: 'ping' }
  expect((await client.post(ping, { 'mcp-session-id': '' })).status).toBe(400)
  expect((await client.post(ping, { 'mcp-session-id': 'unknown' })).status).toBe(404)
  expect((await client.get(undefined, { 'mcp-session-id': 'unknown' })).status).toBe(404)
  expect((await client.delete({ 'mcp-session-id': 'unknown' })).status).toBe(404)
})

test('DELETE ends the session: its streams end, and later requests get 404', async () => {
  const { client } = createTestServer()
  await client.initialize()
  const listening = readEvents(await client.get())
  expect((await client.delete()).status).toBe(200)
  expect(await listening.rest()).toHaveLength(1)
  expect((await client.callTool('echo', { text: 'a' })).status).toBe(404)
})

test('a refused DELETE leaves the session alive, and a hanging one is never answered', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.configure({ delete: { status: 405 } })
  expect((await client.delete()).status).toBe(405)
  expect((await client.callTool('echo', { text: 'a' })).status).toBe(200)
  await server.configure({ delete: 'hang' })
  client.delete()
  const journal = await server.until((entries) => entries.at(-1)?.httpMethod === 'DELETE')
  expect(journal.at(-1)?.status).toBeUndefined()
})

test('a session expires after its ttl without a request', async () => {
  const { client, server, clock } = createTestServer()
  await server.configure({ session: { ttl: 600 } })
  await client.initialize()
  for (let count = 0; count < 3; count++) {
    await clock.advance(600)
    expect((await client.callTool('echo', { text: 'a' })).status).toBe(200)
  }
  await clock.advance(601)
  expect((await client.callTool('echo', { text: 'a' })).status).toBe(404)
})

test('expireSessions and restart end all sessions and their streams', async () => {
  const { client, server } = createTestServer()
  for (const act of [{ expireSessions: true }, { restart: true }] as const) {
    await client.initialize()
    const listening = readEvents(await client.get())
    await server.act(act)
    await listening.rest()
    expect((await client.callTool('echo', { text: 'a' })).status).toBe(404)
  }
  expect((await server.methods()).filter((method) => method === 'initialize')).toHaveLength(2)
})

test('a server can issue a configured session id, or none', async () => {
  const { client, server } = createTestServer()
  await server.configure({ session: { issue: 'chosen' } })
  expect((await client.initialize()).headers.get('mcp-session-id')).toBe('chosen')
  await server.configure({ session: { issue: false } })
  expect((await client.initialize('2025-06-18')).headers.get('mcp-session-id')).toBeNull()
  const [answer] = await messagesOf(await client.callTool('echo', { text: 'a' }, { id: 9 }))
  expect(answer).toMatchObject({ id: 9, result: { content: [{ text: 'a' }] } })
})
