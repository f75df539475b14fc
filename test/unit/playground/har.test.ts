/** The wire as a HAR file: what is written can be read again, and files of other tools are shown without their secrets. */
import { describe, expect, test } from 'vitest'
import { readHar, writeHar } from '../../../playground/src/wire/har.ts'
import type { Lane } from '../../../playground/src/wire/rows.ts'
import { headersOf } from '../../../playground/src/wire/secrets.ts'

const start = Date.parse('2026-11-18T10:00:00.000Z')
const stream = 'id: 1\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}\n\n'
const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}'

const lane: Lane = {
  kind: 'lane',
  key: 'a',
  number: 1,
  method: 'POST',
  url: 'https://tools.example.com/mcp?page=2',
  rpc: 'tools/call',
  subject: 'echo',
  headers: { accept: 'text/event-stream', authorization: '[redacted]' },
  start,
  status: 200,
  headersAt: start + 20,
  responseHeaders: { 'content-type': 'text/event-stream', 'mcp-session-id': '[redacted]' },
  end: start + 50,
  outcome: 'read',
  eventTimes: [start + 30],
  recorded: {
    url: 'https://tools.example.com/mcp?page=2',
    sentHeaders: { accept: 'text/event-stream', authorization: 'Bearer canary' },
    receivedHeaders: { 'content-type': 'text/event-stream', 'mcp-session-id': 'canary' },
    request: call,
    response: stream,
    bytes: stream.length,
    messages: [],
    messageCount: 0,
  },
}

/** What Chromium's tools write, with fewer members. */
const foreign = {
  startedDateTime: '2026-11-18T10:00:01.000Z',
  time: 40,
  request: {
    method: 'POST',
    url: 'https://tools.example.com/mcp',
    headers: [{ name: 'Authorization', value: 'Bearer canary' }],
    postData: { mimeType: 'application/json', text: call },
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'text/event-stream' }],
    content: { size: 10, text: btoa(stream), encoding: 'base64' },
  },
  timings: { send: 1, wait: 9, receive: 30 },
}

const read = (...entries: unknown[]) => readHar(JSON.stringify({ log: { entries } }))
const lanesOf = (result: ReturnType<typeof readHar>) => (typeof result === 'string' ? [] : result)

describe('a HAR file of the wire', () => {
  test('is read again with the same rows, times and messages', () => {
    const [again] = lanesOf(readHar(writeHar([lane], { bodies: true })))
    const { method, url, rpc, subject, status, headersAt, end, outcome, eventTimes } = lane
    expect(again).toMatchObject({ method, url, rpc, subject, status, headersAt, end, outcome, eventTimes })
    expect(again?.recorded).toMatchObject({ request: call, response: stream, messageCount: 1 })
    expect(again?.recorded?.messages[0]).toMatchObject({ id: '1', at: start + 30 })
  })

  test('has the members that HAR 1.2 demands, and no secret', () => {
    const text = writeHar([lane], { bodies: true })
    expect(text).not.toContain('canary')
    const { log } = JSON.parse(text) as { log: Record<string, unknown> & { entries: Record<string, unknown>[] } }
    expect(Object.keys(log)).toEqual(['version', 'creator', 'entries'])
    const [entry] = log.entries
    expect(Object.keys(entry!)).toEqual(
      expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
    )
    const shared = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize']
    expect(Object.keys(entry!.request!)).toEqual(expect.arrayContaining(['method', 'url', 'queryString', ...shared]))
    const ofResponse = ['status', 'statusText', 'content', 'redirectURL', ...shared]
    expect(Object.keys(entry!.response!)).toEqual(expect.arrayContaining(ofResponse))
    expect(entry!.timings).toEqual({ send: 0, wait: 20, receive: 30 })
  })

  test('has bodies only where they were asked for', () => {
    expect(writeHar([lane], { bodies: false })).not.toMatch(/progress|postData/)
  })

  test('leaves out the requests of the sign-in, whose bodies are tokens', () => {
    expect(writeHar([{ ...lane, auth: true }], { bodies: true })).toContain('"entries": []')
  })
})

describe('a HAR file of another tool', () => {
  test('is shown with its method, tool and messages, and its secrets are hidden until they are asked for', () => {
    const [row] = lanesOf(read(foreign))
    expect(row).toMatchObject({ rpc: 'tools/call', subject: 'echo', status: 200, outcome: 'read' })
    expect(row?.recorded?.messages[0]?.data).toContain('notifications/progress')
    expect(row!.headersAt! - row!.start).toBe(10)
    expect(headersOf(row!, false).request).toEqual({ authorization: 'hidden' })
    expect(headersOf(row!, true).request).toEqual({ authorization: 'Bearer canary' })
  })

  test('is put in the order of time, and a request without a response has failed', () => {
    const early = { ...foreign, startedDateTime: '2026-11-18T09:00:00.000Z', response: { status: 0 } }
    expect(lanesOf(read(foreign, early)).map(({ outcome }) => outcome)).toEqual(['failed', 'read'])
  })

  test('keeps what makes sense of entries that are broken', () => {
    const broken = [1, null, {}, { request: {} }, { ...foreign, startedDateTime: 'yesterday' }]
    const odd = {
      ...foreign,
      time: 'x',
      timings: 7,
      response: { content: { text: '%', encoding: 'base64' }, headers: [5] },
    }
    expect(lanesOf(read(...broken, odd)).map(({ outcome }) => outcome)).toEqual(['failed'])
    expect(read(...broken)).toBe('This HAR file has no requests.')
  })

  test.each(['', 'null', '{"log":{}}', '[]'])('says so when %j is none', (text) => {
    expect(readHar(text)).toBe('This is not a HAR file: it has no log with entries.')
  })
})
