/** Joining and comparing lists of scopes. */
import { expect, test } from 'vitest'
import { coversScopes, joinScopes } from '../../../../src/oauth/authorize/scope.ts'

test('scopes are joined in order, each once', () => {
  expect(joinScopes('read write', undefined, 'write  admin')).toBe('read write admin')
  expect([joinScopes(), joinScopes(''), joinScopes(' ', undefined)]).toEqual([undefined, undefined, undefined])
})

test('text that is no valid scope is left out', () => {
  expect(joinScopes('a "b" c\\d é\u0000 e\tf files:read https://x/y')).toBe('a files:read https://x/y')
})

test('the number and length of scopes are limited', () => {
  const many = Array.from({ length: 150 }, (_, index) => `s${index}`).join(' ')
  expect(joinScopes(many)?.split(' ')).toHaveLength(100)
  expect(joinScopes('x'.repeat(1_000_000))?.length ?? 0).toBeLessThanOrEqual(4096)
  const long = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(200, 'x'))
  expect(joinScopes(...long)!.length).toBeLessThanOrEqual(4096)
})

test('scopes are compared as sets', () => {
  expect(coversScopes('a b', 'b a')).toBe(true)
  expect(coversScopes('a b', undefined)).toBe(true)
  expect(coversScopes(undefined, undefined)).toBe(true)
  expect(coversScopes('a', 'a b')).toBe(false)
  expect(coversScopes(undefined, 'a')).toBe(false)
})
