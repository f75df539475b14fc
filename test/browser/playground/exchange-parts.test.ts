/** The parts of exchanges that need no page: answers found on other streams, differences of lists and texts, exact JSON. */
import { describe, expect, test } from 'vitest'
import { diffLists, diffParts } from '../../../playground/src/state/definition-diff.ts'
import { isFailure } from '../../../playground/src/state/outcome.ts'
import { diffLines } from '../../../playground/src/ui/line-diff.ts'
import { prettyJson } from '../../../playground/src/ui/pretty-json.ts'
import { createAnswerBook, readAnswer } from '../../../playground/src/wire/answers.ts'
import { answersOf } from '../../../playground/src/wire/call-rows.ts'
import { outcomeOfLane } from '../../../playground/src/wire/exchange.ts'
import { exportWire } from '../../../playground/src/wire/export.ts'
import { readHar, writeHar } from '../../../playground/src/wire/har.ts'
import { createWireRecord } from '../../../playground/src/wire/record.ts'
import type { Lane } from '../../../playground/src/wire/rows.ts'

const laneWith = (request: object | undefined, part: Partial<Lane> = {}): Lane => ({
  ...{ kind: 'lane', key: 'a', number: 7, method: 'POST', url: 'http://localhost/mcp', rpc: 'tools/call', headers: {} },
  ...{ start: 0, end: 9, status: 200, outcome: 'read', eventTimes: [] },
  recorded: {
    ...{ url: '', sentHeaders: {}, receivedHeaders: {}, response: '', bytes: 0, messages: [], messageCount: 0 },
    request: request && JSON.stringify(request),
  },
  ...part,
})

const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'echo', arguments: { a: 1 } } }
const message = (data: object, index = 0) => ({ index, at: 5, data: JSON.stringify(data) })

describe('the answer of a request', () => {
  test.each([
    [{ jsonrpc: '2.0', method: 'notifications/progress', params: {} }, undefined],
    [{ id: 1, method: 'elicitation/create' }, undefined],
    [
      { id: 1, result: {} },
      { id: 1, answer: { isError: false } },
    ],
    [
      { id: 'x', result: { isError: true } },
      { id: 'x', answer: { isError: true } },
    ],
    [
      { id: 1, error: { code: -32602, message: 'no' } },
      { id: 1, answer: { error: { code: -32602, message: 'no' } } },
    ],
  ])('is read from %j', (sent, answer) => {
    expect(readAnswer(JSON.stringify(sent))).toEqual(answer)
  })

  test('is read from the beginning of one that was cut off', () => {
    expect(readAnswer('{"jsonrpc":"2.0","id":4,"result":{"content":[{"te')).toEqual({ id: 4, answer: {} })
    expect(readAnswer('{"id":"a","error":{"code":-32000,"mess')).toMatchObject({ id: 'a' })
    expect(readAnswer('no JSON')).toBeUndefined()
  })

  test('is found on the stream of HTTP+SSE, and is missing once that has ended', () => {
    const book = createAnswerBook()
    const stream = laneWith(undefined, { rpc: 'endpoint' })
    const asked = laneWith(call, { status: 202 })
    const other = laneWith({ ...call, id: 4 }, { status: 202 })
    for (const lane of [asked, other]) book.expect(lane)
    expect(outcomeOfLane(asked).kind).toBe('pending')
    expect(book.read(message({ id: 3, result: { isError: true } }), stream)).toBe(asked)
    expect(outcomeOfLane(asked).kind).toBe('tool-error')
    book.end(stream)
    expect(outcomeOfLane(other).kind).toBe('no-answer')
  })

  test('without an id belongs to the request that it answers by HTTP', () => {
    const book = createAnswerBook()
    const asked = laneWith(call, { status: 400 })
    book.expect(asked)
    book.read(message({ id: null, error: { code: -32700, message: 'no' } }), asked)
    expect(outcomeOfLane(asked)).toMatchObject({ headline: 'RPC -32700' })
  })
})

test('no failed request looks successful, and a resumed one does not look failed', () => {
  const failed = [
    laneWith(call, { id: 3 }),
    laneWith(call, { id: 3, status: 500 }),
    laneWith(call, { id: 3, answer: { isError: true } }),
    laneWith(undefined, { auth: true, outcome: 'failed' }),
  ]
  const { status: _, ...unanswered } = laneWith(call, { id: 3, outcome: 'failed' })
  for (const lane of [...failed, unanswered]) expect(isFailure(outcomeOfLane(lane))).toBe(true)
  expect(outcomeOfLane(laneWith(call, { id: 3, isContinued: true }))).toMatchObject({
    kind: 'continued',
    tone: 'quiet',
  })
  expect(outcomeOfLane(laneWith(undefined, { auth: true, rpc: 'authorize' }))).toMatchObject({ headline: 'OK' })
})

test('two calls at the same time have the answers of their own rows', () => {
  const asks = (key: string, a: number) => {
    const request = { ...call, params: { name: 'ask', arguments: { a } } }
    return laneWith(request, { key: `${key}1`, call: key, subject: 'ask', id: a, start: 10 })
  }
  const answers = (key: string, name: string) =>
    laneWith(
      { id: 1, result: { action: 'accept', content: { name } } },
      { key: `${key}2`, call: key, rpc: 'a response', question: { method: 'elicitation/create', at: 11 } },
    )
  const rows = [asks('x', 1), asks('y', 2), answers('y', 'Bob'), answers('x', 'Ada')]
  const started = (a: number) => ({
    action: { kind: 'tool' as const, name: 'ask', args: { a } },
    startedAt: 5,
    isPast: false,
    wire: { rows } as never,
  })
  // Asked for in the other order than they were sent.
  expect(JSON.stringify(answersOf(started(2)))).toMatch(/Bob/)
  expect(answersOf(started(1))).toEqual([{ kind: 'elicit', result: { action: 'accept', content: { name: 'Ada' } } }])
})

test('exports have the numbers of the rows, and what came of them', () => {
  const { record, writer } = createWireRecord()
  const lane = laneWith(call, { id: 3, number: 41, answer: { error: { code: -32602, message: 'secret' } } })
  globalThis.requestAnimationFrame ??= () => 0
  writer.addEvent(
    { type: 'request', request: 1, method: 'POST', url: '', headers: {}, rpcMethod: '', timestamp: 1 },
    lane,
  )
  writer.addRow(lane)
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'test' }, configurable: true })
  const json = JSON.parse(exportWire(record, { bodies: false }))
  expect(json).toMatchObject({ events: [{ n: 41 }], outcomes: [{ n: 41, outcome: 'rpc', badge: '-32602' }] })
  const har = writeHar(record.rows, { bodies: false })
  expect(har).not.toMatch('secret')
  const [read] = readHar(har) as Lane[]
  expect(read).toMatchObject({ number: 41 })
  expect(outcomeOfLane(read!)).toMatchObject({ headline: 'RPC -32602', tone: 'bad' })
})

test('a list says what is new, gone and changed, down to the part', () => {
  const tool = (name: string, type: string) => ({ name, inputSchema: { properties: { x: { type } }, required: ['x'] } })
  expect(
    diffLists('tools', 'name', [tool('a', 'string'), tool('b', 'string')], [tool('a', 'number'), tool('c', 'string')]),
  ).toEqual({
    list: 'tools',
    added: ['c'],
    gone: ['b'],
    changed: [{ name: 'a', parts: [{ path: 'inputSchema.properties.x.type', before: 'string', after: 'number' }] }],
  })
  expect(diffLists('tools', 'name', [tool('a', 'string')], [tool('a', 'string')])).toBeUndefined()
  expect(diffParts({ required: ['x'] }, { required: ['x', 'y'] })).toEqual([
    { path: 'required', before: ['x'], after: ['x', 'y'] },
  ])
})

test('two texts are compared by lines', () => {
  expect(diffLines('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([
    { left: 'a', right: 'a' },
    { left: 'b', right: 'x' },
    { left: 'c', right: 'c' },
    { left: 'd', right: 'd' },
    { left: undefined, right: 'e' },
  ])
  expect(diffLines('same', 'same')).toEqual([{ left: 'same', right: 'same' }])
})

test.each([
  ['{"a":9007199254740993,"b":[],"c":{}}', '{\n  "a": 9007199254740993,\n  "b": [],\n  "c": {}\n}'],
  ['[1.0,"a:{,\\"x"]', '[\n  1.0,\n  "a:{,\\"x"\n]'],
  ['{"cut":[1,{"off', '{\n  "cut": [\n    1,\n    {\n      "off'],
  ['plain text', 'plain text'],
])('%s is indented, and its values stay as they are', (text, pretty) => {
  expect(prettyJson(text)).toBe(pretty)
})
