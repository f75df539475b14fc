/** HTTP+SSE over a real network: the bytes of its stream, and its ends. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Control, createControl } from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import { connectRawHttpSse, openStream } from '../raw-http-sse-client.ts'

let server: RunningServer
let realm: Control

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.dispose())
beforeEach(() => {
  realm = createControl(server, crypto.randomUUID())
})
afterEach(() => realm.dispose())

const isStream = ({ path }: JournalEntry) => path === '/sse'

/** The journal entry of the stream, once it has ended. */
async function endOfStream(): Promise<JournalEntry> {
  const journal = await realm.until((entries) => entries.some((entry) => isStream(entry) && entry.ended !== undefined))
  return journal.find(isStream)!
}

test('the ibm profile has CRLF, retry in every frame and an absolute endpoint, uncompressed [B-01]', async () => {
  await realm.configure({ sse: { ibm: true, keepalive: 30_000, retry: 5_000 } })
  const client = await connectRawHttpSse(realm.sseUrl)
  await client.handshake()
  expect(client.response.status).toBe(200)
  expect(Object.fromEntries(client.response.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/event-stream',
    'x-mcp-sse': 'true',
  })
  expect(client.response.headers.has('content-encoding')).toBe(false)
  const [endpoint, keepalive, message, ...rest] = client.text().split('\r\n\r\n')
  const messageUrl = realm.sseUrl.replace(/sse$/, 'message')
  expect(endpoint?.split('\r\n')).toEqual([
    'event: endpoint',
    expect.stringMatching(/^data: http:.*\?session_id=[A-Za-z0-9_-]{1,128}$/),
    'retry: 5000',
  ])
  expect(client.endpoint.href.startsWith(`${messageUrl}?`)).toBe(true)
  expect(keepalive).toBe('event: keepalive\r\ndata: {}\r\nretry: 5000')
  expect(message?.split('\r\n')).toEqual(['event: message', expect.stringMatching(/^data: \{.*\}$/), 'retry: 5000'])
  expect([
    rest,
    client
      .text()
      .replaceAll('\r\n', '')
      .match(/[\r\n]/),
  ]).toEqual([[''], null])
})

test('without the ibm profile lines end in LF, the endpoint is relative, and only its frame has retry [B-01]', async () => {
  const client = await connectRawHttpSse(realm.sseUrl)
  await client.handshake()
  expect(client.text()).toMatch(
    /^event: endpoint\ndata: \/r\/[^\n]+\/message\?session_id=\w+\nretry: 5000\n\nevent: message\ndata: [^\n]+\n\n$/,
  )
  expect(client.response.headers.has('x-mcp-sse')).toBe(false)
})

test('keepalive comes at once and then after each silent interval [B-02]', async () => {
  await realm.configure({ sse: { keepalive: 100 } })
  const { until } = await connectRawHttpSse(realm.sseUrl)
  const events = await until(({ length }) => length === 5)
  expect(events.slice(1).map(({ event, data }) => [event, data])).toEqual(Array(4).fill(['keepalive', '{}']))
  expect(events[4]!.at - events[1]!.at).toBeGreaterThan(250)
})

test('with keepalive off, a client that leaves during silence is noticed and cleaned up [B-03]', async () => {
  const client = await connectRawHttpSse(realm.sseUrl)
  await client.handshake()
  client.disconnect()
  expect(await endOfStream()).toMatchObject({ ended: 'client-left', events: 2 })
  expect(await client.post({ id: 1, method: 'ping' })).toBe(404)
})

test('a session id of 1 to 128 letters, digits, _ and - is looked up; any other is refused with 400 [B-04]', async () => {
  const statusOf = async (id: string) => {
    const url = `${realm.sseUrl.replace(/sse$/, 'message')}?session_id=${encodeURIComponent(id)}`
    return (await fetch(url, { method: 'POST', body: '{}' })).status
  }
  const refused = ['', 'a'.repeat(129), '/', ':', 'a b', 'ä']
  const accepted = ['a', '-', '_', 'Z'.repeat(128)]
  expect(await Promise.all(refused.map(statusOf))).toEqual(refused.map(() => 400))
  expect(await Promise.all(accepted.map(statusOf))).toEqual(accepted.map(() => 404))
})

describe('a client that stops reading', () => {
  const flood = (megabytes: number) => ({ name: 'big', arguments: { bytes: megabytes * 1024 * 1024 } })

  test('is disconnected after the send timeout [B-06]', async () => {
    await realm.configure({ sse: { sendTimeout: 200 } })
    const stalled = await openStream(realm.sseUrl)
    const reader = stalled.response.body!.getReader()
    const [endpoint] = /\/r\/\S+/.exec(new TextDecoder().decode((await reader.read()).value)) ?? []
    const post = (message: object) =>
      fetch(new URL(endpoint!, realm.sseUrl), { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
    await post({ id: 0, method: 'initialize', params: { protocolVersion: '2024-11-05' } })
    // More than all buffers on the way hold, in several messages, because each hop may buffer one of any size.
    for (let id = 1; id <= 16; id++) await post({ id, method: 'tools/call', params: flood(2) })
    const { ended, receivedAt, endedAt } = await endOfStream()
    expect(ended).toBe('fault')
    expect(endedAt! - receivedAt).toBeGreaterThanOrEqual(200)
    expect((await post({ id: 17, method: 'ping' })).status).toBe(404)
    stalled.disconnect()
  })

  test('is not one that reads on [B-06]', async () => {
    await realm.configure({ sse: { sendTimeout: 200 } })
    const client = await connectRawHttpSse(realm.sseUrl)
    await client.handshake()
    await client.post({ id: 1, method: 'tools/call', params: flood(2) })
    await client.until(({ length }) => length === 3)
    expect(await client.post({ id: 2, method: 'ping' })).toBe(202)
    await client.until(({ length }) => length === 4)
    client.disconnect()
  })
})

test('a burst of 100 messages arrives complete and in order, and does not end the connection [B-08]', async () => {
  const client = await connectRawHttpSse(realm.sseUrl)
  await client.handshake()
  const params = { name: 'count', arguments: { to: 100 }, _meta: { progressToken: 'burst' } }
  await client.post({ id: 1, method: 'tools/call', params })
  expect(await client.responseTo(1)).toMatchObject({ result: { content: [{ text: 'counted to 100' }] } })
  const progress = client.messages().flatMap(({ params }) => params?.progress ?? [])
  expect(progress).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  await client.post({ id: 2, method: 'ping' })
  expect(await client.responseTo(2)).toMatchObject({ result: {} })
})

test.each([0, 1, 2])('a client that leaves after %i frames is noticed, once [B-10]', async (taken) => {
  await realm.configure({ sse: { keepalive: 30_000 } })
  if (taken === 0) (await openStream(realm.sseUrl)).disconnect()
  else {
    const client = await connectRawHttpSse(realm.sseUrl)
    await client.until(({ length }) => length >= taken)
    client.disconnect()
  }
  expect((await endOfStream()).ended).toBe('client-left')
})

describe('over HTTP+SSE', () => {
  test('a server request is answered by the client, and its response is used', async () => {
    const client = await connectRawHttpSse(realm.sseUrl)
    await client.handshake('2025-06-18', { elicitation: {} })
    await client.post({ id: 1, method: 'tools/call', params: { name: 'ask', arguments: { message: 'Who?' } } })
    await client.until(() => client.messages().some(({ method }) => method === 'elicitation/create'))
    const question = client.messages().find(({ method }) => method === 'elicitation/create')
    expect(question).toMatchObject({ params: { message: 'Who?' } })
    await client.post({ id: question!.id, result: { action: 'accept', content: { name: 'Ada' } } })
    expect(JSON.stringify(await client.responseTo(1))).toContain('Ada')
  })

  test('a cancelled request is not answered, and others are', async () => {
    const client = await connectRawHttpSse(realm.sseUrl)
    await client.handshake()
    await client.post({ id: 1, method: 'tools/call', params: { name: 'slow', arguments: { ms: 60_000 } } })
    await client.post({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await client.post({ id: 2, method: 'ping' })
    await client.responseTo(2)
    expect(client.messages().map(({ id }) => id)).toEqual([0, 2])
  })

  test('a broadcast reaches every stream, and an expired session gets 404 while its stream stays open', async () => {
    const clients = [await connectRawHttpSse(realm.sseUrl), await connectRawHttpSse(realm.sseUrl)]
    for (const client of clients) await client.handshake()
    await realm.act({ expireSessions: true })
    await realm.act({ notify: { method: 'notifications/tools/list_changed' } })
    for (const { until, messages, post } of clients) {
      await until(() => messages().some(({ method }) => method === 'notifications/tools/list_changed'))
      expect(await post({ id: 1, method: 'ping' })).toBe(404)
    }
  })

  test('closeStreams ends the stream cleanly, and its session too', async () => {
    const client = await connectRawHttpSse(realm.sseUrl)
    await client.handshake()
    await realm.act({ closeStreams: 'sse' })
    expect(await client.ended).toBe('closed')
    expect(await client.post({ id: 1, method: 'ping' })).toBe(404)
  })

  test('cutAfterRapid delivers that many rapid messages and ends the stream cleanly', async () => {
    const client = await connectRawHttpSse(realm.sseUrl)
    await client.handshake()
    await realm.configure({ sse: { cutAfterRapid: 10 } })
    const params = { name: 'count', arguments: { to: 100 }, _meta: { progressToken: 'burst' } }
    await client.post({ id: 1, method: 'tools/call', params })
    expect(await client.ended).toBe('closed')
    expect(client.messages().length).toBeLessThan(12)
  })
})
