/** The parts of the wire pane that need no page: messages, their summaries, ticks, and the filter. */
import { describe, expect, test } from 'vitest'
import { createFilter } from '../../playground/src/wire/filter.ts'
import { createMessageLog, type Message, nearestMessage } from '../../playground/src/wire/messages.ts'
import { describeRequest, readQuestion } from '../../playground/src/wire/questions.ts'
import type { Lane, Question } from '../../playground/src/wire/rows.ts'
import { headersOf } from '../../playground/src/wire/secrets.ts'
import { summarize } from '../../playground/src/wire/subject.ts'
import { findTicks } from '../../playground/src/wire/ticks.ts'
import { createTimeScale } from '../../playground/src/wire/time-scale.ts'

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

test('ticks are at round times, in order, and fewer where time is folded', () => {
  const scale = createTimeScale()
  for (const at of [1_000, 1_100, 1_250, 61_250, 61_300]) scale.add(at)
  const to = scale.toPosition(61_300)
  const ticks = findTicks(scale, 0, to, 1_000)
  expect(ticks.map(({ ms }) => ms)).toEqual([0, 400, 2_000, 20_000])
  expect(scale.folds).toMatchObject([{ ms: 60_000 }])
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
