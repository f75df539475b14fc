/** Which scopes are asked for. */
import { expect, test } from 'vitest'
import { coversScopes, joinScopes } from '../../../src/oauth/authorize/scope.ts'

test('scopes are joined, each once and in order', () => {
  expect(joinScopes('read write', undefined, 'write  admin')).toBe('read write admin')
  expect([joinScopes(), joinScopes(''), joinScopes(' ', undefined)]).toEqual([undefined, undefined, undefined])
})

test('what is no scope is left out', () => {
  expect(joinScopes('a "b" c\\d é\u0000 e\tf files:read https://x/y')).toBe('a files:read https://x/y')
})

test('a server cannot ask for more than fits', () => {
  const many = Array.from({ length: 150 }, (_, index) => `s${index}`).join(' ')
  expect(joinScopes(many)?.split(' ')).toHaveLength(100)
  expect(joinScopes('x'.repeat(1_000_000))?.length ?? 0).toBeLessThanOrEqual(4096)
  const long = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(200, 'x'))
  expect(joinScopes(...long)!.length).toBeLessThanOrEqual(4096)
})

test('scopes cover others as sets do', () => {
  expect(coversScopes('a b', 'b a')).toBe(true)
  expect(coversScopes('a b', undefined)).toBe(true)
  expect(coversScopes(undefined, undefined)).toBe(true)
  expect(coversScopes('a', 'a b')).toBe(false)
  expect(coversScopes(undefined, 'a')).toBe(false)
})
