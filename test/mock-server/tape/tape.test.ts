/** How a tape reads, and which tapes are refused. */
import { describe, expect, test } from 'vitest'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import { connect } from '../../../src/core/index.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { record, replay, type Tape } from '../../../src/testing/index.ts'
import { createEventReader, encodeTapeEvent } from '../../../src/testing/tape/read-events.ts'

const URL_OF_SERVER = 'http://localhost/r/in-process/mcp'

/** An entry without its params and results, which are those of MCP. */
const outline = (tape: Tape): unknown =>
  JSON.parse(JSON.stringify(tape, (key, value) => (['params', 'result'].includes(key) ? '…' : value)))

test('a tape reads like the conversation it has recorded', async () => {
  const server = createInProcess({ clock: createClock(), random: createSeededRandom(1) })
  const recording = record(server.fetch, { clock: { now: () => 0 } })
  const client = await connect(URL_OF_SERVER, {
    fetch: recording.fetch,
    versions: ['2026-07-28'],
    headers: { authorization: 'Bearer a-key-of-the-user-1' },
  })
  await client.callTool('count', { to: 1 }, { onProgress: () => {} })
  await client.close()
  const { entries, ...rest } = outline(await recording.tape()) as Tape
  expect(rest).toEqual({ version: 1 })
  expect(JSON.stringify(entries[1], undefined, 2)).toMatchInlineSnapshot(`
    "{
      "request": {
        "method": "POST",
        "url": "http://localhost/r/in-process/mcp",
        "headers": {
          "accept": "application/json, text/event-stream",
          "authorization": "Bearer __authorization_1__",
          "content-type": "application/json",
          "mcp-method": "tools/call",
          "mcp-name": "count",
          "mcp-protocol-version": "2026-07-28"
        },
        "json": {
          "jsonrpc": "2.0",
          "id": "__id_2__",
          "method": "tools/call",
          "params": "…"
        }
      },
      "response": {
        "when": "at-once",
        "status": 200,
        "headers": {
          "cache-control": "no-store",
          "content-type": "text/event-stream"
        },
        "events": [
          {
            "when": "at-once",
            "event": "message",
            "json": {
              "jsonrpc": "2.0",
              "method": "notifications/progress",
              "params": "…"
            }
          },
          {
            "when": "at-once",
            "event": "message",
            "json": {
              "jsonrpc": "2.0",
              "id": "__id_2__",
              "result": "…"
            }
          }
        ],
        "ended": "closed"
      }
    }"
  `)
})

describe('a tape is refused', () => {
  const entry = { request: { method: 'GET', url: URL_OF_SERVER, headers: {} }, unanswered: 'open' }
  const response = { when: 'soon', status: 200, headers: {}, ended: 'closed' }
  test.for([
    [undefined, 'This is no tape: it needs a "version" and a list of "entries", as record(fetch).tape() writes'],
    ['{}', 'This is no tape'],
    [{ version: 1 }, 'This is no tape'],
    [{ version: 2, entries: [] }, 'The tape has version 2, this replay reads 1: record again'],
    [{ version: '1', entries: [] }, 'The tape has version "1", this replay reads 1'],
    [{ version: 1, entries: [entry, null] }, 'Entry 2 of the tape has no request.method'],
    [{ version: 1, entries: [{ request: { method: 'GET' } }] }, 'Entry 1 of the tape has no request.url'],
    [
      { version: 1, entries: [{ ...entry, response }] },
      'Entry 1 of the tape needs one of response, failed and unanswered',
    ],
    [{ version: 1, entries: [{ request: entry.request }] }, 'Entry 1 of the tape needs one of response, failed and'],
    [
      { version: 1, entries: [{ request: entry.request, response: { ...response, status: '200' } }] },
      'Entry 1 of the tape has no response.status',
    ],
    [
      { version: 1, entries: [{ request: entry.request, response: { ...response, ended: 'gone' } }] },
      'Entry 1 of the tape has a response.ended of "gone", not closed, cut, open or cancelled',
    ],
    [
      { version: 1, entries: [{ request: entry.request, response: { ...response, events: [{ when: 20 }] } }] },
      'Entry 1 of the tape has a response.events[0].when of 20, not at-once, soon or later',
    ],
  ] as const)('%j', ([tape, message]) => {
    const attempt = () => replay(tape as unknown as Tape)
    expect(attempt).toThrow(TypeError)
    expect(attempt).toThrow(message)
  })
})

describe('events', () => {
  const text =
    ': hello\n\nid: 1\nretry: 500\ndata:\n\nevent: message\r\ndata: {"a":\r\ndata: "é😀"}\r\n\r\ndata: x\r\r: one\n: two\nid\ndata: y\n\ndata: cut'
  const events = [
    { comment: 'hello' },
    { id: '1', retry: '500', text: '' },
    { event: 'message', json: { a: 'é😀' } },
    { text: 'x' },
    { comment: 'one\ntwo', id: '', text: 'y' },
    { partial: 'data: cut' },
  ]

  test('are the same however the bytes are cut', () => {
    const bytes = new TextEncoder().encode(text)
    for (let first = 0; first <= bytes.length; first += 1) {
      const reader = createEventReader()
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, first + 1), bytes.subarray(first + 1)]
      expect([...pieces.flatMap((piece) => reader.read(piece)), ...reader.rest()]).toEqual(events)
    }
  })

  test('are the same when they are written and read again', () => {
    const reader = createEventReader()
    const written = new TextEncoder().encode(events.map(encodeTapeEvent).join(''))
    const again = [...reader.read(written), ...reader.rest()]
    // A comment goes before its event.
    const [comment, ...fields] = [{ comment: 'one\ntwo' }, { id: '', text: 'y' }]
    expect(again).toEqual([...events.slice(0, 4), comment, ...fields, ...events.slice(5)])
  })
})
