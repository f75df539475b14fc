/** The parts of the wire pane that need no page: messages, their summaries, ticks, and the filter. */
import { describe, expect, test } from 'vitest'
import { createFilter } from '../../../playground/src/wire/filter.ts'
import { createMessageLog, type Message, nearestMessage } from '../../../playground/src/wire/messages.ts'
import { describeRequest, readQuestion } from '../../../playground/src/wire/questions.ts'
import { createRecordingFetch } from '../../../playground/src/wire/recording-fetch.ts'
import { createRowScale, extentOf } from '../../../playground/src/wire/row-scale.ts'
import type { Lane, Question, Recorded } from '../../../playground/src/wire/rows.ts'
import { headersOf } from '../../../playground/src/wire/secrets.ts'
import { summarize } from '../../../playground/src/wire/subject.ts'
import { findTicks } from '../../../playground/src/wire/ticks.ts'

const lane = (part: Partial<Lane>): Lane => ({
  kind: 'lane',
  key: 'a',
  number: 1,
  method: 'POST',
  url: 'http://localhost/mcp',
  rpc: 'tools/call',
  headers: {},
  start: 0,
  eventTimes: [],
  ...part,
})

const recorded = {
  url: '',
  sentHeaders: {},
  receivedHeaders: {},
  request: undefined,
  response: '',
  bytes: 0,
  messages: [],
  messageCount: 0,
}

describe('the messages of a stream', () => {
  test('are found across chunks, with event, id and length', () => {
    const log = createMessageLog(() => undefined)
    for (const text of ['id: 1\ndata: {"a', '":1}\n\nevent: endpoint\ndata: /m', 'essages\n\n']) log.append(text)
    expect(log.kept).toMatchObject([
      { index: 0, id: '1', data: '{"a":1}', length: 7 },
      { index: 1, event: 'endpoint', data: '/messages' },
    ])
  })

  test('are limited in number and size, and the last one is always kept', () => {
    const log = createMessageLog(() => undefined)
    for (let index = 0; index < 10_000; index++) log.append(`data: ${index}\n\n`)
    expect(log.count()).toBe(10_000)
    expect(log.kept.length).toBeLessThanOrEqual(1_000)
    expect(log.kept[0]?.data).toBe('0')
    expect(log.kept.at(-1)?.data).toBe('9999')
    const large = createMessageLog(() => undefined)
    for (let index = 0; index < 200; index++) large.append(`data: ${'x'.repeat(70_000)}\n\n`)
    expect(large.kept.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThan(10_000_000)
    expect(large.kept.at(-1)).toMatchObject({ index: 199, length: 70_000 })
  })

  test('are found by the time of a tick', () => {
    const at = (index: number) => ({ index, at: index * 100 }) as Message
    expect(nearestMessage([at(1), at(2), at(3)], 210)?.index).toBe(2)
    expect(nearestMessage([], 210)).toBeUndefined()
  })
})

test.each([
  [{ method: 'tools/call', id: 1, params: { name: 'echo' } }, 'tools/call', 'echo'],
  [{ method: 'resources/read', id: 1, params: { uri: 'test://a' } }, 'resources/read', 'test://a'],
  [{ method: 'completion/complete', id: 1, params: { ref: { name: 'p' } } }, 'completion/complete', 'p'],
  [
    { method: 'notifications/progress', params: { progress: 1, total: 2, message: 'm' } },
    'notifications/progress',
    '1 of 2: m',
  ],
  [{ id: 1, result: { content: [{ type: 'text', text: 'hi' }] } }, 'result', 'hi'],
  [{ id: 1, result: { content: [{ type: 'text', text: 'no' }], isError: true } }, 'result', 'reports an error: no'],
  [{ id: 1, result: { tools: [{}, {}] } }, 'result', '2 tools'],
  [{ id: 1, error: { code: -32601, message: 'unknown' } }, 'error', '-32601 unknown'],
  [
    [
      { method: 'ping', id: 1 },
      { method: 'ping', id: 2 },
    ],
    'ping',
    ' and 1 more',
  ],
])('%j is summarized', (message, kind, text) => {
  expect(summarize(JSON.stringify(message))).toMatchObject({ kind, text })
})

test.each(['', 'text', '5', 'null', '[]', '{"a":1}'])('%j is no message', (text) => {
  expect(summarize(text)).toBeUndefined()
})

test('an answer names its question, and a later round what the round before asked for', () => {
  const questions = new Map<unknown, Question>()
  readQuestion({ data: '{"id":7,"method":"elicitation/create"}', at: 40 } as Message, questions)
  readQuestion({ data: '{"method":"notifications/progress"}', at: 50 } as Message, questions)
  const answer = lane({ rpc: 'a response', recorded: { ...recorded, request: '{"id":7,"result":{}}' } })
  expect(describeRequest(answer, questions, undefined)).toEqual({
    question: { method: 'elicitation/create', at: 40 },
  })
  const response = '{"result":{"inputRequests":{"a":{"method":"sampling/createMessage"}}}}'
  const request = '{"id":2,"method":"tools/call","params":{"name":"ask","inputResponses":{}}}'
  const first = lane({ end: 90, recorded: { ...recorded, response } })
  expect(describeRequest(lane({ recorded: { ...recorded, request } }), questions, first)).toEqual({
    subject: 'ask',
    question: { method: 'sampling/createMessage', at: 90 },
  })
})

describe('the time axis of the shown rows', () => {
  const call = (start: number, ms: number) =>
    lane({ key: `${start}`, start, headersAt: start + ms / 2, end: start + ms })
  const stream = lane({ rpc: 'listening', start: 1_010, headersAt: 1_020, eventTimes: [21_000, 41_000] })

  test('folds idle time, although a stream is open in it', () => {
    const rows = [call(1_000, 100), stream, call(66_000, 100)]
    const scale = createRowScale(rows, 66_100)
    expect(scale.folds.map(({ ms }) => ms)).toEqual([19_900, 20_000, 25_000])
    const { from, to } = extentOf(scale, rows, 66_100)
    const part = (ms: number, start: number) => (scale.toPosition(start + ms) - scale.toPosition(start)) / (to - from)
    expect(part(100, 1_000)).toBeGreaterThan(0.25)
    expect(part(100, 66_000)).toBeGreaterThan(0.25)
  })

  test('does not fold the time in which a call waits, and leads back from each position to its time', () => {
    const rows = [call(1_000, 100), call(2_000, 30_000)]
    const scale = createRowScale(rows, 32_000)
    expect(scale.folds.map(({ ms }) => ms)).toEqual([900])
    expect(scale.toPosition(32_000) - scale.toPosition(2_000)).toBeGreaterThan(scale.toPosition(1_100) * 5)
    for (const at of [1_000, 1_050, 1_500, 2_000, 9_000, 32_000])
      expect(scale.toTime(scale.toPosition(at))).toBeCloseTo(at, 3)
  })

  test('grows without a jump while nothing happens', () => {
    const rows = [call(1_000, 100), lane({ key: 'open', start: 1_000, rpc: 'tools/call' })]
    let last = 0
    for (let now = 1_100; now < 10_000; now += 50) {
      const length = createRowScale(rows, now).toPosition(now)
      expect(length).toBeGreaterThanOrEqual(last)
      expect(length - last).toBeLessThan(last === 0 ? 200 : 60)
      last = length
    }
  })

  test('has ticks at round times, in order, and none in a fold without room', () => {
    const rows = [call(1_000, 250), call(61_250, 50)]
    const scale = createRowScale(rows, 61_300)
    const { from, to } = extentOf(scale, rows, 61_300)
    const ticks = findTicks(scale, from, to, 1_000)
    expect(ticks.map(({ ms }) => ms)).toEqual([...ticks.map(({ ms }) => ms)].sort((a, b) => a - b))
    for (const { ms } of ticks) expect(String(ms)).toMatch(/^(0|[125]0*|[1-9]\d?0+)$/)
    expect(scale.folds).toMatchObject([{ ms: 60_000 }])
  })

  test('is a point for no rows and for one moment', () => {
    expect(extentOf(createRowScale([], 5), [], 5)).toEqual({ from: 0, to: 1 })
    expect(createRowScale([call(5, 0)], 5).toPosition(5)).toBe(0)
  })
})

test('a large body arrives in pieces, whole, and is recorded', async () => {
  const sent = Uint8Array.from({ length: 100_000 }, (_, index) => 32 + (index % 90))
  const recordings: Recorded[] = []
  const recording = createRecordingFetch(
    async () => new Response(sent),
    (recorded) => {
      recordings.push(recorded)
      return { onMessage() {}, onFailure() {} }
    },
  )
  const response = await recording('http://localhost/mcp', {
    method: 'POST',
    headers: {},
    body: undefined,
    signal: new AbortController().signal,
  } as never)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const pieces: Uint8Array[] = []
  for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value)
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(16_384)
  expect(Buffer.concat(pieces).equals(sent)).toBe(true)
  expect(recordings[0]).toMatchObject({ bytes: 100_000 })
})

test('the filter looks again at a row that has grown', () => {
  const filter = createFilter(' NEEDLE ')!
  const row = lane({ recorded: { ...recorded } })
  expect(filter.matchesRow(row)).toBe(false)
  Object.assign(row.recorded!, { response: 'a needle', bytes: 8 })
  expect(filter.matchesRow(row)).toBe(true)
  expect(createFilter('  ')).toBeUndefined()
  expect(createFilter('a.c')!.matchesRow(lane({ subject: 'abc' }))).toBe(false)
})

test('the filter does not find hidden headers', () => {
  const row = lane({
    headers: { authorization: '[redacted]' },
    recorded: { ...recorded, sentHeaders: { authorization: 'canary' }, receivedHeaders: { 'x-secret': 'canary' } },
  })
  expect(createFilter('canary')!.matchesRow(row)).toBe(false)
  expect(headersOf(row, false)).toEqual({ request: { authorization: 'hidden' }, response: { 'x-secret': 'hidden' } })
  expect(headersOf(row, true).request).toEqual({ authorization: 'canary' })
})
