/** What happened to an exchange: no failure looks successful, and a violated schema is explained in words. */
import { describe, expect, test } from 'vitest'
import { type Exchange, exchangeOfError, isFailure, outcomeOf } from '../../../playground/src/state/outcome.ts'
import { draftOf, findMismatch } from '../../../playground/src/state/output-check.ts'
import {
  CapabilityError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  RpcError,
  TimeoutError,
} from '../../../src/core/index.ts'

const request = { needsAnswer: true }
const answered = { ...request, status: 200 }
const mismatch = { path: 'sum', reason: 'must be a number, but is a string ("4")', more: 0 }

describe('the outcome of an exchange', () => {
  test.each<[string, string, Exchange]>([
    ['TOOL ERROR', 'isError', { ...answered, answer: { isError: true } }],
    ['TOOL ERROR', 'isError', { ...answered, answer: { isError: true }, mismatch }],
    ['RPC -32602', '-32602', { ...answered, answer: { error: { code: -32602, message: 'no' } } }],
    ['RPC -32601', '-32601', { ...request, status: 404, answer: { error: { code: -32601, message: 'no' } } }],
    ['SCHEMA MISMATCH', 'schema', { ...answered, answer: {}, mismatch }],
    ['NO ANSWER', 'no answer', answered],
    ['NO ANSWER', 'no answer', request],
    ['NO ANSWER', 'no answer', { ...request, failure: { kind: 'no-answer', reason: 'timeout' } }],
    ['HTTP 500', '500', { ...request, status: 500 }],
    ['HTTP 503', '503', { needsAnswer: false, status: 503 }],
    ['HTTP 401', '401', { ...request, status: 401, isCanceled: true }],
    ['INVALID RESPONSE', 'invalid', { ...answered, failure: { kind: 'invalid', reason: 'no JSON' } }],
  ])('%s is a failure, with the badge "%s"', (headline, badge, exchange) => {
    const outcome = outcomeOf(exchange)
    expect(outcome).toMatchObject({ headline, badge })
    expect(isFailure(outcome)).toBe(true)
  })

  test.each<[string, string, Exchange]>([
    ['OK', 'good', { ...answered, answer: {} }],
    ['PENDING', 'quiet', { ...request, isOpen: true }],
    ['PENDING', 'quiet', { ...answered, isOpen: true }],
    ['CANCELED', 'quiet', { ...answered, isCanceled: true }],
    ['RESUMED', 'quiet', { ...answered, isContinued: true }],
    ['ACCEPTED', 'quiet', { needsAnswer: false, status: 202 }],
    ['HTTP 400', 'quiet', { ...request, status: 400, isProbe: true, answer: { error: { code: -32000, message: '' } } }],
  ])('%s is no failure, and has the tone "%s"', (headline, tone, exchange) => {
    expect(outcomeOf(exchange)).toMatchObject({ headline, tone })
  })

  test.each([
    [new RpcError('tools/call', { code: -32602, message: 'bad' }), 'RPC -32602'],
    [new TimeoutError('too slow', { delivery: 'unknown' } as never), 'NO ANSWER'],
    [new ConnectionError('gone', { delivery: 'unknown' } as never), 'NO ANSWER'],
    [new HttpError('no', { status: 500, delivery: 'answered' } as never), 'HTTP 500'],
    [new InvalidMessageError('no', { delivery: 'answered' }), 'INVALID RESPONSE'],
    [new CapabilityError('no', { delivery: 'not-executed' }), 'FAILED'],
    [new Error('a bug'), 'FAILED'],
  ])('of the error %s is %s', (error, headline) => {
    const outcome = outcomeOf(exchangeOfError(error))
    expect(outcome.headline).toBe(headline)
    expect(isFailure(outcome)).toBe(true)
  })
})

describe('a violated output schema', () => {
  const schema = {
    type: 'object',
    properties: {
      sum: { type: 'number', minimum: 1 },
      items: { type: 'array', items: { $ref: '#/$defs/item' } },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['sum'],
    additionalProperties: false,
    $defs: { item: { type: 'object', properties: { price: { type: 'number' } } } },
  }

  test.each([
    [{}, { path: '', reason: 'lacks the required property "sum"', more: 0 }],
    [{ sum: '4' }, { path: 'sum', reason: 'must be a number, but is a string ("4")', more: 0 }],
    [{ sum: 0 }, { path: 'sum', reason: 'must be at least 1, but is 0', more: 0 }],
    [
      { sum: 1, either: 4 },
      { path: 'either', reason: expect.stringMatching(/none of the alternatives/), more: 0 },
    ],
    [
      { sum: 1, extra: 4 },
      { path: 'extra', reason: 'is not allowed by the schema', more: 0 },
    ],
    [
      { sum: null, items: [{ price: 1 }, { price: true }] },
      { path: 'sum', reason: 'must be a number, but is null (null)', more: 1 },
    ],
    [
      { sum: 1, items: [{ price: 1 }, { price: true }] },
      { path: 'items[1].price', reason: 'must be a number, but is a boolean (true)', more: 0 },
    ],
    [undefined, { path: '', reason: expect.stringMatching(/^is missing/), more: 0 }],
  ])('of %j is explained', (value, expected) => {
    expect(findMismatch(schema, value)).toEqual(expected)
  })

  test('is none when the value fits', () => {
    expect(findMismatch(schema, { sum: 1, either: null })).toBeUndefined()
  })

  test('follows the draft that the schema names', () => {
    const drafts = [
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2020-12/schema',
      undefined,
    ]
    expect(drafts.map(($schema) => draftOf({ $schema }))).toEqual(['7', '2020-12', '2020-12'])
    const tuple = { $schema: drafts[0], type: 'array', items: [{ type: 'string' }] }
    expect(findMismatch(tuple, ['a', 4])).toBeUndefined()
    expect(findMismatch(tuple, [4])).toMatchObject({ path: '[0]' })
  })
})
