import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { type Control, createControl } from '../../../src/testing/control/control.ts'
import type { JournalEntry } from '../../../src/testing/script/script.ts'
import { connectRaw, openStream } from '../raw-http-sse-client.ts'

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

/** What the journal says of the stream once it has ended. */
async function endOfStream(): Promise<JournalEntry> {
  const journal = await realm.until((entries) => entries.some((entry) => isStream(entry) && entry.ended !== undefined))
  return journal.find(isStream)!
}

test('B-01: the stream begins with its endpoint, in frames as the ibm profile writes them, and is not compressed', async () => {
  await realm.configure({ sse: { ibm: true, keepalive: 30_000, retry: 5_000 } })
  const client = await connectRaw(realm.sseUrl)
  await client.initialize()
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

test('B-01: without the profile lines end in LF, the endpoint is relative, and only its frame has retry', async () => {
  const client = await connectRaw(realm.sseUrl)
  await client.initialize()
  expect(client.text()).toMatch(
    /^event: endpoint\ndata: \/r\/[^\n]+\/message\?session_id=\w+\nretry: 5000\n\nevent: message\ndata: [^\n]+\n\n$/,
  )
  expect(client.response.headers.has('x-mcp-sse')).toBe(false)
})

test('B-02: keepalive comes at once and then after each silent interval', async () => {
  await realm.configure({ sse: { keepalive: 100 } })
  const { until } = await connectRaw(realm.sseUrl)
  const frames = await until(({ length }) => length === 5)
  expect(frames.slice(1).map(({ event, data }) => [event, data])).toEqual(Array(4).fill(['keepalive', '{}']))
  expect(frames[4]!.at - frames[1]!.at).toBeGreaterThan(250)
})

test('B-03: with keepalive off, a client that leaves during silence is noticed and cleaned up', async () => {
  const client = await connectRaw(realm.sseUrl)
  await client.initialize()
  client.leave()
  expect(await endOfStream()).toMatchObject({ ended: 'client-left', events: 2 })
  expect(await client.say({ id: 1, method: 'ping' })).toBe(404)
})

test('B-04: a session id of 1 to 128 letters, digits, _ and - is looked up; any other is refused with 400', async () => {
  const statusOf = async (id: string) => {
    const url = `${realm.sseUrl.replace(/sse$/, 'message')}?session_id=${encodeURIComponent(id)}`
    return (await fetch(url, { method: 'POST', body: '{}' })).status
  }
  const refused = ['', 'a'.repeat(129), '/', ':', 'a b', 'ä']
  const accepted = ['a', '-', '_', 'Z'.repeat(128)]
  expect(await Promise.all(refused.map(statusOf))).toEqual(refused.map(() => 400))
  expect(await Promise.all(accepted.map(statusOf))).toEqual(accepted.map(() => 404))
})

describe('B-06: a client that stops reading', () => {
  const flood = (megabytes: number) => ({ name: 'big', arguments: { bytes: megabytes * 1024 * 1024 } })

  test('is disconnected after the send timeout', async () => {
    await realm.configure({ sse: { sendTimeout: 200 } })
    const stalled = await openStream(realm.sseUrl)
    const reader = stalled.response.body!.getReader()
    const [endpoint] = /\/r\/\S+/.exec(new TextDecoder().decode((await reader.read()).value)) ?? []
    const say = (message: object) =>
      fetch(new URL(endpoint!, realm.sseUrl), { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
    await say({ id: 0, method: 'initialize', params: { protocolVersion: '2024-11-05' } })
    // More than all buffers on the way can hold, in pieces because each hop may take one whole.
    for (let id = 1; id <= 16; id++) await say({ id, method: 'tools/call', params: flood(2) })
    const { ended, at, endedAt } = await endOfStream()
    expect(ended).toBe('fault')
    expect(endedAt! - at).toBeGreaterThanOrEqual(200)
    expect((await say({ id: 17, method: 'ping' })).status).toBe(404)
    stalled.leave()
  })

  test('is not confused with one that reads on', async () => {
    await realm.configure({ sse: { sendTimeout: 200 } })
    const client = await connectRaw(realm.sseUrl)
    await client.initialize()
    await client.say({ id: 1, method: 'tools/call', params: flood(2) })
    await client.until(({ length }) => length === 3)
    expect(await client.say({ id: 2, method: 'ping' })).toBe(202)
    await client.until(({ length }) => length === 4)
    client.leave()
  })
})

test('B-08: a burst of 100 messages reaches a healthy client whole, in order, and does not cut it', async () => {
  const client = await connectRaw(realm.sseUrl)
  await client.initialize()
  const params = { name: 'count', arguments: { to: 100 }, _meta: { progressToken: 'burst' } }
  await client.say({ id: 1, method: 'tools/call', params })
  expect(await client.answerTo(1)).toMatchObject({ result: { content: [{ text: 'counted to 100' }] } })
  const progress = client.messages().flatMap(({ params }) => (params as { progress?: number })?.progress ?? [])
  expect(progress).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  await client.say({ id: 2, method: 'ping' })
  expect(await client.answerTo(2)).toMatchObject({ result: {} })
})

test.each([0, 1, 2])('B-10: a client that leaves after %i frames is noticed, once', async (taken) => {
  await realm.configure({ sse: { keepalive: 30_000 } })
  if (taken === 0) (await openStream(realm.sseUrl)).leave()
  else {
    const client = await connectRaw(realm.sseUrl)
    await client.until(({ length }) => length >= taken)
    client.leave()
  }
  expect((await endOfStream()).ended).toBe('client-left')
})

describe('over HTTP+SSE', () => {
  test('the server asks the client and goes on with its answer', async () => {
    const client = await connectRaw(realm.sseUrl)
    await client.initialize('2025-06-18', { elicitation: {} })
    await client.say({ id: 1, method: 'tools/call', params: { name: 'ask', arguments: { message: 'Who?' } } })
    await client.until(() => client.messages().some(({ method }) => method === 'elicitation/create'))
    const question = client.messages().find(({ method }) => method === 'elicitation/create')
    expect(question).toMatchObject({ params: { message: 'Who?' } })
    await client.say({ id: question!.id, result: { action: 'accept', content: { name: 'Ada' } } })
    expect(JSON.stringify(await client.answerTo(1))).toContain('Ada')
  })

  test('a cancelled request is not answered, and others are', async () => {
    const client = await connectRaw(realm.sseUrl)
    await client.initialize()
    await client.say({ id: 1, method: 'tools/call', params: { name: 'slow', arguments: { ms: 60_000 } } })
    await client.say({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await client.say({ id: 2, method: 'ping' })
    await client.answerTo(2)
    expect(client.messages().map(({ id }) => id)).toEqual([0, 2])
  })

  test('an announcement reaches every stream, and an expired session gets 404 while its stream stays open', async () => {
    const clients = [await connectRaw(realm.sseUrl), await connectRaw(realm.sseUrl)]
    for (const client of clients) await client.initialize()
    await realm.act({ expireSessions: true })
    await realm.act({ notify: { method: 'notifications/tools/list_changed' } })
    for (const { until, messages, say } of clients) {
      await until(() => messages().some(({ method }) => method === 'notifications/tools/list_changed'))
      expect(await say({ id: 1, method: 'ping' })).toBe(404)
    }
  })

  test('streams that the server closes end cleanly, and their sessions with them', async () => {
    const client = await connectRaw(realm.sseUrl)
    await client.initialize()
    await realm.act({ closeStreams: 'sse' })
    expect(await client.ended).toBe('closed')
    expect(await client.say({ id: 1, method: 'ping' })).toBe(404)
  })

  test('cutAfterRapid delivers that many rapid messages and ends the stream cleanly', async () => {
    const client = await connectRaw(realm.sseUrl)
    await client.initialize()
    await realm.configure({ sse: { cutAfterRapid: 10 } })
    const params = { name: 'count', arguments: { to: 100 }, _meta: { progressToken: 'burst' } }
    await client.say({ id: 1, method: 'tools/call', params })
    expect(await client.ended).toBe('closed')
    expect(client.messages().length).toBeLessThan(12)
  })
})
