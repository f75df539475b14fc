/** JSON-RPC messages: which are valid, and which is the answer to a request. */
import { describe, expect, test } from 'vitest'
import { isAnswer, parseMessages } from '../../../../src/core/validation/json-rpc.ts'

function parse(value: unknown) {
  const rejected: unknown[] = []
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { messages: parseMessages(text, (reason, bad) => rejected.push([reason, bad])), rejected }
}

describe('parseMessages', () => {
  test.each([
    [{ jsonrpc: '2.0', id: 1, method: null, result: { ok: true } }],
    [{ jsonrpc: '2.0', id: 1, method: null, error: { code: 1, message: 'x' } }],
  ])('takes %j for a response without a method', (value) => {
    const { method, ...response } = value
    expect(parse(value)).toEqual({ messages: [response], rejected: [] })
  })

  test.each([
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 'a', method: 'ping', params: {} },
    { jsonrpc: '2.0', method: 'notifications/x' },
    { jsonrpc: '2.0', method: 'notifications/x', params: null },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, result: {}, extra: 1 },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: '' } },
    { jsonrpc: '2.0', error: { code: 1, message: 'x', data: [] } },
  ])('keeps %j as it is', (message) => {
    expect(parse(message)).toEqual({ messages: [message], rejected: [] })
  })

  test.each([
    null,
    1,
    'text',
    {},
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: 1, method: 5 },
    { jsonrpc: '2.0', id: 1, method: 'x', params: [] },
    { jsonrpc: '2.0', id: {}, result: {} },
    { jsonrpc: '2.0', result: 'ok' },
    { jsonrpc: '2.0', result: {} },
    { jsonrpc: '2.0', id: null, result: {} },
  ])('rejects %j', (value) => {
    const { messages, rejected } = parse(JSON.stringify(value))
    expect(messages).toEqual([])
    expect(rejected).toEqual([['not a JSON-RPC 2.0 message', value]])
  })

  test.each([
    { jsonrpc: '1.0', id: 1, result: {} },
    { id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, result: null },
    { jsonrpc: '2.0', id: 1, result: [] },
    { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'both' } },
    { jsonrpc: '2.0', id: 1, error: 'text' },
    { jsonrpc: '2.0', id: 1, error: { code: 1.5, message: 'x' } },
    { jsonrpc: '2.0', id: 1, error: { code: 1 } },
  ])('%j is an invalid response, which answers its request', (value) => {
    expect(parse(value)).toEqual({ messages: [{ jsonrpc: '2.0', id: 1, invalid: value }], rejected: [] })
  })

  test('a member that is null beside the other is absent', () => {
    const result = { jsonrpc: '2.0', id: 1, result: {} }
    expect(parse({ ...result, error: null })).toEqual({ messages: [result], rejected: [] })
    const error = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }
    expect(parse({ ...error, result: null }).messages).toMatchObject([error])
  })

  test('a method with an id that is null is a notification', () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/progress', params: {} }
    expect(parse({ ...notification, id: null })).toEqual({ messages: [notification], rejected: [] })
  })

  test('keeps the valid messages of a batch', () => {
    const good = { jsonrpc: '2.0', method: 'x' }
    expect(parse([good, 1, good])).toEqual({
      messages: [good, good],
      rejected: [['not a JSON-RPC 2.0 message', 1]],
    })
  })

  test('reports one invalid message of a body, however many it has', () => {
    expect(parse(`[${Array(5_000).fill(1)}]`).rejected).toEqual([['not a JSON-RPC 2.0 message', 1]])
  })

  test('reports only the beginning of a text that is not JSON', () => {
    expect(parse('<'.repeat(1000)).rejected).toEqual([['not JSON', '<'.repeat(300)]])
  })
})

describe('isAnswer', () => {
  const request = { jsonrpc: '2.0', id: 7, method: 'x' } as const
  const error = { code: 1, message: 'x' }
  test.each([
    [{ jsonrpc: '2.0', id: 7, result: {} }, true],
    [{ jsonrpc: '2.0', id: '7', result: {} }, true],
    [{ jsonrpc: '2.0', id: 8, result: {} }, false],
    [{ jsonrpc: '2.0', id: null, error }, true],
    [{ jsonrpc: '2.0', error }, true],
    [{ jsonrpc: '2.0', id: 8, error }, false],
    [{ jsonrpc: '2.0', id: 7, method: 'ping' }, false],
  ] as const)('%j: %s', (message, expected) => {
    expect(isAnswer(message, request, { strict: false })).toBe(expected)
  })

  test('in strict mode an id of another type answers nothing', () => {
    expect(isAnswer({ jsonrpc: '2.0', id: '7', result: {} }, request, { strict: true })).toBe(false)
    expect(isAnswer({ jsonrpc: '2.0', id: 7, result: {} }, request, { strict: true })).toBe(true)
    expect(isAnswer({ jsonrpc: '2.0', error }, request, { strict: true })).toBe(true)
  })
})
