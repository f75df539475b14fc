/** Headers in every form that the types allow are read, and anything else is refused by name. */
import { describe, expect, test } from 'vitest'
import type { HeadersInput } from '../../../../src/core/index.ts'
import { readHeaders } from '../../../../src/core/util/read-headers.ts'

const list: readonly (readonly [string, string])[] = [
  ['Authorization', 'Bearer x'],
  ['x-a', '1'],
]

/** As the Headers of React Native and of some polyfills are: with `forEach` alone. */
const likeHeaders: HeadersInput = {
  forEach(callback) {
    for (const [name, value] of list) callback(value, name)
  },
}

describe('headers are read', () => {
  test.for<[form: string, given: HeadersInput]>([
    ['from a record', { Authorization: 'Bearer x', 'x-a': '1' }],
    ['from pairs', list],
    ['from a map', new Map(list)],
    ['from Headers', new Headers([...list] as [string, string][])],
    ['from an object with forEach', likeHeaders],
  ])('%s', ([, given]) => {
    expect(readHeaders(given)).toEqual({ authorization: 'Bearer x', 'x-a': '1' })
  })

  test('and there may be none', () => {
    for (const none of [undefined, null, {}, []]) expect(readHeaders(none)).toEqual({})
  })
})

describe('an error says what is wrong', () => {
  test.for<[given: unknown, message: string]>([
    ['authorization: x', 'headers: expected Headers or a record, got a string'],
    [() => ({}), 'headers: expected Headers or a record, got a function'],
    [['authorization'], 'headers: expected a string for authorization, got undefined'],
    [{ authorization: undefined }, 'headers: expected a string for authorization, got undefined'],
    [{ authorization: { token: 'x' } }, 'headers: expected a string for authorization, got object'],
    [{ 'x-key': 'secret\nsecret' }, 'headers: x-key has characters that a header cannot have'],
  ])('%s', ([given, message]) => {
    expect(() => readHeaders(given as HeadersInput)).toThrow(message)
  })
})
