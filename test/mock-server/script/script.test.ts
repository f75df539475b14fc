/** Scripts: which rule applies, and the effect of every step. */
import { expect, test } from 'vitest'
import type { Rule, Step } from '../../../src/testing/script/script.ts'
import { createTestServer } from '../raw-client.ts'
import { messagesIn, messagesOf, readEvents } from '../read-events.ts'

/** A server with these steps for every tool call, and a client that is initialized. */
async function withSteps(...steps: Step[]) {
  const fixture = createTestServer()
  await fixture.client.initialize()
  await fixture.server.script({ on: { rpcMethod: 'tools/call' }, do: steps })
  const call = () => fixture.client.callTool('echo', { text: 'a' }, { id: 7, progressToken: 'p' })
  return { ...fixture, call }
}

test('nth counts all requests that match a rule, also those that another rule took', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.script(
    { on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 501 } }] },
    { on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ respond: { status: 502 } }] },
    { on: { rpcMethod: 'tools/call', tool: 'add' }, do: [{ respond: { status: 503 } }] },
  )
  const statuses = []
  for (const tool of ['echo', 'add', 'echo', 'add']) statuses.push((await client.callTool(tool)).status)
  expect(statuses).toEqual([501, 502, 200, 503])
})

test('a rule can match any route and method, and matches preflights only if it names OPTIONS', async () => {
  const { server, fetch } = createTestServer()
  await server.script(
    { on: { path: '/mcp' }, do: [{ respond: { status: 418 } }] },
    { on: { httpMethod: 'OPTIONS', path: '/sse' }, do: [{ respond: { status: 419 } }] },
    { on: { httpMethod: 'GET', path: '/sse' }, do: [{ respond: { status: 420 } }] },
    { on: { httpMethod: 'POST', path: '/message' }, do: [{ respond: { status: 421 } }] },
    { on: { rpcMethod: 'response' }, do: [{ respond: { status: 422 } }] },
  )
  const status = async (method: string, url: string, body?: string) =>
    (await fetch(url, { method, ...(body && { body }) })).status
  expect(await status('OPTIONS', server.url)).toBe(204)
  expect(await status('POST', server.url)).toBe(418)
  expect(await status('OPTIONS', server.sseUrl)).toBe(419)
  expect(await status('GET', server.sseUrl)).toBe(420)
  expect(await status('POST', server.sseUrl.replace('/sse', '/message?session_id=a'))).toBe(421)
  expect(await status('POST', server.sseUrl, '{"jsonrpc":"2.0","id":1,"result":{}}')).toBe(422)
})

test('an invalid script is refused with the reason, and the previous one stays', async () => {
  const { server, client } = createTestServer()
  await server.script({ on: { httpMethod: 'POST' }, do: [{ respond: { status: 418 } }] })
  const refused = async (rule: object, reason: string) =>
    await expect(server.script(rule as Rule)).rejects.toThrow(reason)
  await refused({ on: {}, do: [{ dance: true }] }, 'unknown')
  await refused({ on: {}, do: [{ respond: {} }, { delay: 1 }] }, 'nothing can follow respond')
  await refused({ on: {}, do: [{ comment: 'a' }, { pass: true }] }, 'comes too late')
  await refused({ on: {}, do: [{ pass: true }, { answer: true }] }, 'not on a stream that passes')
  await refused({ on: { verb: 'GET' }, do: [] }, 'no verb to match')
  await refused({ on: {}, nth: 0, do: [] }, 'counts from 1')
  expect((await client.post({})).status).toBe(418)
})

test('respond answers with a status, headers, and a body of text or JSON with its length', async () => {
  const { call, server } = await withSteps({
    respond: { status: 429, headers: { 'retry-after': '3' }, body: { a: 1 } },
  })
  const json = await call()
  expect(json.status).toBe(429)
  expect(Object.fromEntries(json.headers)).toMatchObject({ 'retry-after': '3', 'content-type': 'application/json' })
  expect(await json.text()).toBe('{"a":1}')
  const html = { 'content-type': 'text/html', 'access-control-allow-origin': 'http://other' }
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { headers: html, body: 'é' } }] })
  const text = await call()
  expect(Object.fromEntries(text.headers)).toMatchObject({ ...html, 'content-length': '2' })
})

test('a delay and a barrier delay the response head, and pass gives the ordinary answer', async () => {
  const { call, clock, server } = await withSteps({ delay: 500 }, { barrier: 'go' }, { pass: true })
  let isAnswered = false
  const response = call().finally(() => {
    isAnswered = true
  })
  await clock.advance(500)
  await server.reached('go')
  expect(isAnswered).toBe(false)
  await server.release('go')
  expect(await messagesOf(await response)).toMatchObject([{ id: 7, result: {} }])
})

test('answerJson gives the own answer or the scripted result as JSON', async () => {
  const { call, server } = await withSteps({ answerJson: true })
  expect(await (await call()).json()).toMatchObject({ id: 7, result: { content: [{ text: 'a' }] } })
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { b: 2 } }] })
  expect(await (await call()).json()).toEqual({ jsonrpc: '2.0', id: 7, result: { b: 2 } })
})

test('a stream has raw events, frames and comments with the scripted line ends', async () => {
  const event = { id: 'i', event: 'e', data: { a: 1 }, retry: 5 }
  const { call } = await withSteps({ stream: { lineEnd: '\r\n' } }, { event }, { frame: 'raw' }, { comment: 'c' })
  expect(await (await call()).text()).toBe('id: i\r\nevent: e\r\nretry: 5\r\ndata: {"a":1}\r\n\r\nraw: c\r\n\r\n')
})

test('a stream can be cut into pieces of any size', async () => {
  const { call } = await withSteps({ stream: { split: 3 } }, { comment: 'four' })
  const reader = (await call()).body!.getReader()
  const sizes = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) sizes.push(next.value.length)
  expect(sizes).toEqual([3, 3, 2])
})

test('answers can be right, wrong, errors, or have another id', async () => {
  const { call } = await withSteps(
    { answerWithId: 'other', result: {} },
    { answerError: { code: -1, message: 'no' }, id: null },
    { answer: { own: 1 } },
    { answer: true },
    { answerError: { code: -2, message: 'no' } },
  )
  const messages = await messagesOf(await call())
  expect(messages.map(({ id }) => id)).toEqual(['other', null, 7, 7, 7])
  expect(messages.map(({ error, result }) => error?.code ?? result)).toMatchObject([{}, -1, { own: 1 }, {}, -2])
})

test('progress notifications count up across steps, with the token of the request', async () => {
  const { call } = await withSteps({ notify: 2 }, { notify: { method: 'm', params: { x: 1 } } }, { notify: 1 })
  const messages = await messagesOf(await call())
  expect(messages.map(({ params }) => params?.progress ?? params?.x)).toEqual([1, 2, 1, 3])
  expect(messages[0]?.params?.progressToken).toBe('p')
})

test('only messages with store have an event id, until the connection is closed', async () => {
  const { call, client } = await withSteps(
    { notify: 1 },
    { notify: 1, store: true },
    { closeConnection: true },
    { notify: 1 },
    { answer: true },
  )
  const events = await readEvents(await call()).rest()
  expect(events.map(({ id }) => id !== undefined)).toEqual([false, true])
  const replayed = await readEvents(await client.get(events[1]!.id)).rest()
  expect(messagesIn(replayed).map(({ id, params }) => id ?? params?.progress)).toEqual([3, 7])
})

test('a server request with wait goes on when the client has responded', async () => {
  const request = { serverRequest: { method: 'sampling/createMessage', id: 's1' }, wait: true }
  const { call, client } = await withSteps(request, { answer: true })
  const stream = readEvents(await call())
  expect(messagesIn(await stream.take(1))).toMatchObject([{ id: 's1', method: 'sampling/createMessage' }])
  await client.post({ jsonrpc: '2.0', id: 's1', error: { code: -1, message: 'no' } })
  expect(messagesIn(await stream.rest())).toMatchObject([{ id: 7 }])
})

test('hold keeps the stream open for its time, or until the client leaves', async () => {
  const { call, clock, server } = await withSteps({ comment: 'a' }, { hold: 500 }, { answer: true })
  const held = call().then((response) => response.text())
  await clock.advance(499)
  expect((await server.journal()).at(-1)?.ended).toBeUndefined()
  await clock.advance(1)
  expect(await held).toContain('"id":7')
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ hold: 'forever' }] })
  const forever = readEvents(await call())
  const all = forever.rest()
  await clock.advance(3_600_000)
  expect((await server.journal()).at(-1)?.ended).toBeUndefined()
  await forever.cancel()
  expect(await all).toEqual([])
  await server.until((journal) => journal.at(-1)?.ended === 'client-left')
})

test('trickle writes that many bytes that many times', async () => {
  const { call, clock } = await withSteps({ trickle: { bytes: 10, every: 100, times: 3 } })
  const text = call().then((response) => response.text())
  await clock.advance(300)
  expect((await text).length).toBe(30)
})

test('a fault comes after everything that was written before it, and the work goes on', async () => {
  const { call, client, server } = await withSteps({ prime: { id: 'p1' } }, { fault: true }, { answer: true })
  const reader = (await call()).body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('p1')
  await expect(reader.read()).rejects.toThrow()
  expect((await server.journal()).at(-1)?.ended).toBe('fault')
  expect((await messagesOf(await client.get('p1'))).at(-1)?.id).toBe(7)
})

test('a resumed stream can be scripted too, and answers its original request', async () => {
  const { call, client, server } = await withSteps({ prime: { id: 'p1', retry: 50 } }, { closeConnection: true })
  expect(await (await call()).text()).toContain('retry: 50')
  await server.script(
    { on: { httpMethod: 'GET' }, nth: 1, do: [{ stream: {} }, { close: true }] },
    { on: { httpMethod: 'GET' }, nth: 2, do: [{ answer: true }, { fault: true }] },
  )
  expect(await (await client.get('p1')).text()).toBe('')
  expect(messagesIn(await readEvents(await client.get('p1')).take(1))).toMatchObject([{ id: 7, result: {} }])
})

test('steps after pass apply to the ordinary stream while it goes on', async () => {
  const { server, fetch } = createTestServer()
  const cut = [{ pass: true }, { event: { event: 'strange' } }, { barrier: 'cut' }, { comment: 'bye' }] as const
  await server.script({ on: { path: '/sse' }, do: [...cut, { fault: true }] })
  const reader = (await fetch(server.sseUrl)).body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  const first = [await read(), await read()].join('')
  expect(first).toContain('event: endpoint')
  expect(first).toContain('event: strange')
  await server.release('cut')
  expect(await read()).toBe(': bye\n\n')
  await expect(reader.read()).rejects.toThrow()
})

test('bytes added to an ordinary stream arrive before a fault that follows at once', async () => {
  const { server, fetch } = createTestServer()
  await server.script({ on: { path: '/sse' }, do: [{ pass: true }, { comment: 'bye' }, { fault: true }] })
  const response = await fetch(server.sseUrl)
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(': bye\n\n')
  await expect(reader.read()).rejects.toThrow()
  // With a declared length, no client takes the fault for the end.
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000_000)
})

test('the stream of an unanswered request can be resumed and stays open', async () => {
  const { call, client, server, clock } = await withSteps({ prime: { id: 'p1' } }, { closeConnection: true })
  await (await call()).text()
  const resumed = readEvents(await client.get('p1'))
  const all = resumed.rest()
  await clock.advance(3_600_000)
  expect((await server.journal()).at(-1)?.ended).toBeUndefined()
  await resumed.cancel()
  expect(await all).toMatchObject([{ data: '' }])
})

test('a scripted stream of the stateless era is not stored, and stops when the client leaves', async () => {
  const { client, server, clock } = createTestServer()
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ notify: 1 }, { delay: 500 }, { answer: true }] })
  const call = () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { _meta, name: 'echo', arguments: { text: 'a' } }
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
    return client.post(message, { 'mcp-protocol-version': '2026-07-28' })
  }
  const whole = call().then(messagesOf)
  await clock.advance(500)
  expect(await whole).toMatchObject([
    { method: 'notifications/progress' },
    { id: 7, result: { resultType: 'complete' } },
  ])
  const left = readEvents(await call())
  expect((await left.take(1))[0]?.id).toBeUndefined()
  await left.cancel()
  await server.until((journal) => journal.at(-1)?.ended === 'client-left')
  expect(clock.pending()).toBe(0)
})

test('a scripted answer is refused where the server would refuse the request', async () => {
  const { call, server } = await withSteps({ answer: true })
  await server.act({ expireSessions: true })
  expect((await call()).status).toBe(404)
})
