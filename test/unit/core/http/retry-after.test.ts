/** `Retry-After`: seconds or an HTTP date, and nothing else that a parser of dates would accept. */
import { expect, test } from 'vitest'
import { parseRetryAfter } from '../../../../src/core/http/post-message.ts'

const NOW = Date.UTC(1994, 10, 6, 8, 49, 30)

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
  ['Sun, 06 Nov 1994 08:49:07 GMT', 0],
  [null, undefined],
  ['', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['+3', undefined],
  ['1994', 1_994_000],
  ['1994-11-06', undefined],
  ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ['soon', undefined],
])('%s is %s ms', (value, expected) => {
  expect(parseRetryAfter(value, NOW)).toBe(expected)
})
