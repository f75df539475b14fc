/** The mock server in Miniflare, over a real network. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Control, createControl } from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import type { Step } from '../../../src/testing/index.ts'
import { createRawClient, type RawClient } from '../raw-client.ts'
import { messagesIn, messagesOf, readEvents } from '../read-events.ts'

let host: RunningServer
let realms = 0

beforeAll(async () => {
  host = await startServer()
})

afterAll(() => host.dispose())

interface OpenRealm {
  server: Control
  client: RawClient
}

/** A realm of its own, and a client that is initialized. */
async function openRealm(): Promise<OpenRealm> {
  realms += 1
  const server = createControl(host, `realm ${realms}`)
  const client = createRawClient(fetch, server.url)
  await client.initialize()
  return { server, client }
}

/** A realm with these steps for every tool call. */
async function openRealmWith(...steps: Step[]): Promise<OpenRealm & { call(): Promise<Response> }> {
  const realm = await openRealm()
  await realm.server.script({ on: { rpcMethod: 'tools/call' }, do: steps })
  return { ...realm, call: () => realm.client.callTool('echo', { text: 'a' }, { id: 7, progressToken: 'p' }) }
}

test('a session works from handshake to DELETE, with JSON unchunked and uncompressed', async () => {
  const { client, server } = await openRealm()
  expect((await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  await server.configure({ answer: 'json' })
  const response = await client.callTool('big', { bytes: 5_000 })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(Number(response.headers.get('content-length'))).toBe((await response.text()).length)
  expect((await client.delete()).status).toBe(200)
  expect((await client.callTool('echo')).status).toBe(404)
})

test('realms share no sessions, and the default one needs no prefix', async () => {
  const { client, server } = await openRealm()
  const other = await openRealm()
  expect(
    (await other.client.post({ jsonrpc: '2.0', id: 2, method: 'ping' }, { 'mcp-session-id': client.sessionId() }))
      .status,
  ).toBe(404)
  expect(await server.methods()).toEqual(['initialize'])
  const direct = createRawClient(fetch, `${host.url}/mcp`)
  await direct.initialize()
  const defaultRealm = createControl(host, 'default')
  expect((await defaultRealm.journal()).at(-1)).toMatchObject({ path: '/mcp', rpcMethod: 'initialize' })
  const [endpoint] = await readEvents(await fetch(`${host.url}/sse`)).take(1)
  expect(endpoint?.data).toMatch(/^\/message\?/)
})

test('the public port refuses the control, whatever token is guessed', async () => {
  const { server } = await openRealm()
  const url = server.url.replace('/mcp', '/__control/reset')
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  expect((await fetch(url, { method: 'POST', headers: { 'x-control-token': 'undefined' } })).status).toBe(404)
  expect(await server.methods()).toEqual(['initialize'])
})

test('every step that writes to a stream reaches the client', async () => {
  const { call } = await openRealmWith(
    { delay: 5 },
    { stream: { headers: { 'x-extra': 'yes' } } },
    { prime: { id: 'p1', retry: 50 } },
    { event: { event: 'strange', data: 'x' } },
    { frame: 'data: {"jsonrpc":"2.0","method":"framed"}\n\n' },
    { comment: 'noise' },
    { notify: 2 },
    { notify: { method: 'given' }, store: true },
    { serverRequest: { method: 'roots/list' } },
    { trickle: { bytes: 8, every: 1, times: 2 } },
    { hold: 5 },
    { answerWithId: 'other', result: {} },
    { answerError: { code: -1, message: 'no' }, id: null },
    { answer: true },
    { close: true },
  )
  const response = await call()
  expect(response.headers.get('x-extra')).toBe('yes')
  const text = await response.clone().text()
  expect(text).toContain('id: p1\nretry: 50\ndata:\n\nevent: strange\ndata: x\n\n')
  expect(text).toContain(': noise\n\n')
  expect(text).toContain(':......\n:......\n')
  const messages = messagesIn((await readEvents(response).rest()).filter(({ event }) => event !== 'strange'))
  const seen = messages.map(({ method, id }) => method ?? id)
  const progress = 'notifications/progress'
  expect(seen).toEqual(['framed', progress, progress, 'given', 'roots/list', 'other', null, 7])
})

test('every kind of response that is no stream reaches the client', async () => {
  const { client, server } = await openRealm()
  await server.script(
    {
      on: { rpcMethod: 'tools/call' },
      nth: 1,
      do: [{ respond: { status: 503, headers: { 'retry-after': '1' }, body: 'later' } }],
    },
    { on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ respond: { status: 204 } }] },
    { on: { rpcMethod: 'tools/call' }, nth: 3, do: [{ answerJson: { given: true } }] },
    { on: { rpcMethod: 'tools/call' }, nth: 4, do: [{ barrier: 'go' }, { pass: true }] },
  )
  const refused = await client.callTool('echo')
  expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([503, '1', 'later'])
  expect((await client.callTool('echo')).status).toBe(204)
  expect(await (await client.callTool('echo')).json()).toMatchObject({ result: { given: true } })
  const passed = client.callTool('echo', { text: 'a' }, { id: 7 })
  await server.reached('go')
  await server.release('go')
  expect(await messagesOf(await passed)).toMatchObject([{ id: 7 }])
})

test('a closed connection is resumed where it ended, while the work goes on', async () => {
  const { call, client, server } = await openRealmWith(
    { prime: true },
    { closeConnection: true },
    { notify: 1 },
    { barrier: 'resumed' },
    { notify: 1 },
    { answer: true },
  )
  const [primer] = await readEvents(await call()).rest()
  await server.reached('resumed')
  const resumed = readEvents(await client.get(primer!.id))
  expect(messagesIn(await resumed.take(2))).toMatchObject([{ params: { progress: 1 } }])
  await server.release('resumed')
  expect(messagesIn(await resumed.rest())).toMatchObject([{ params: { progress: 2 } }, { id: 7 }])
})

test('a client that leaves a silent stream is noticed, and its work goes on', async () => {
  const { client, server } = await openRealmWith({ prime: true }, { barrier: 'left' }, { answer: true })
  const disconnected = new AbortController()
  const stream = readEvents(await client.callTool('echo', { text: 'a' }, { id: 7, signal: disconnected.signal }))
  const [primer] = await stream.take(1)
  disconnected.abort()
  await server.until((entries) => entries.at(-1)?.ended === 'client-left')
  await server.release('left')
  expect((await messagesOf(await client.get(primer!.id))).at(-1)).toMatchObject({ id: 7, result: {} })
})

test('a client that leaves before the head, or an HTTP+SSE stream, is noticed too', async () => {
  const { server } = await openRealmWith({ barrier: 'never' })
  const disconnected = new AbortController()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
  const early = fetch(server.url, { method: 'POST', body, signal: disconnected.signal })
  await server.reached('never')
  disconnected.abort()
  await expect(early).rejects.toThrow()
  await server.until((entries) => entries.at(-1)?.ended === 'client-left')
  const stream = readEvents(await fetch(server.sseUrl))
  await stream.take(1)
  await stream.cancel()
  await server.until((entries) => entries.at(-1)?.path === '/sse' && entries.at(-1)?.ended === 'client-left')
})

test('a fault is a network error after everything that was sent before it', async () => {
  const { call, server } = await openRealmWith({ notify: 2 }, { fault: true })
  const faulty = async () => {
    const stream = readEvents(await call())
    expect(messagesIn(await stream.take(2))).toHaveLength(2)
    await expect(stream.take(1)).rejects.toThrow('terminated')
  }
  await faulty()
  await server.until((entries) => entries.at(-1)?.ended === 'fault')
  const json = { 'content-type': 'application/json' }
  await server.script({
    on: { rpcMethod: 'tools/call' },
    do: [{ stream: { headers: json } }, { frame: '{"jso' }, { fault: true }],
  })
  await expect((await call()).text()).rejects.toThrow('terminated')
  await server.script({
    on: { rpcMethod: 'tools/call' },
    do: [{ stream: { length: 999 } }, { notify: 1 }, { close: true }],
  })
  await expect((await call()).text()).rejects.toThrow('terminated')
})

test('a fault can hit a stream that the server itself writes', async () => {
  const { server } = await openRealm()
  await server.script({ on: { path: '/sse' }, do: [{ pass: true }, { barrier: 'cut' }, { fault: true }] })
  const stream = readEvents(await fetch(server.sseUrl))
  expect(await stream.take(1)).toMatchObject([{ event: 'endpoint' }])
  await server.release('cut')
  await expect(stream.take(1)).rejects.toThrow('terminated')
})

test('a stream that is held for ever is still open after two seconds', async () => {
  const { call, server } = await openRealmWith({ hold: 'forever' })
  const stream = readEvents(await call())
  const ended = stream.take(1).then(() => 'ended')
  const passed = new Promise((resolve) => setTimeout(resolve, 2_000, 'still open'))
  expect(await Promise.race([ended, passed])).toBe('still open')
  expect((await server.journal()).at(-1)?.ended).toBeUndefined()
  await stream.cancel()
  await server.until((entries) => entries.at(-1)?.ended === 'client-left')
})

test('a notification reaches the listening clients of all eras', async () => {
  const { client, server } = await openRealm()
  const listening = readEvents(await client.get())
  const legacy = readEvents(await fetch(server.sseUrl))
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { _meta, notifications: { toolsListChanged: true } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const message = { jsonrpc: '2.0', id: 9, method: 'subscriptions/listen', params }
  const modern = readEvents(await client.post(message, headers))
  for (const stream of [listening, legacy, modern]) await stream.take(1)
  await server.act({ notify: { method: 'notifications/tools/list_changed' } })
  for (const stream of [listening, legacy, modern]) {
    expect(messagesIn(await stream.take(1))).toMatchObject([{ method: 'notifications/tools/list_changed' }])
    await stream.cancel()
  }
})
