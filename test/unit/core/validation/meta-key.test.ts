/** Keys of `_meta` and ids of extensions. */
import { expect, test } from 'vitest'
import { isExtensionId, isMetaKey } from '../../../../src/core/validation/meta-key.ts'

test.each([
  'a',
  'progressToken',
  'trace_parent',
  'a.b-c_d',
  '7',
  '',
  'example.com/',
  'com.example/a.b',
  'ui/resourceUri',
])('%j is a key of _meta', (key) => {
  expect(isMetaKey(key)).toBe(true)
})

test.each(['a b', '-a', 'a-', '.a', 'é', '/a', '1.com/a', 'a-/b', 'a..b/c', 'a/b/c', 'a.com/b c', 'a\n'])(
  '%j is not a key of _meta',
  (key) => {
    expect(isMetaKey(key)).toBe(false)
  },
)

test('an extension needs a prefix', () => {
  const valid = [
    'io.modelcontextprotocol/ui',
    'io.modelcontextprotocol/auth/dpop',
    'example.com/my-app',
    'com.example/',
  ]
  expect(valid.filter((id) => !isExtensionId(id))).toEqual([])
  expect(['tasks', '', '/tasks', 'example.com/a b', 'my app/x'].map(isExtensionId)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
