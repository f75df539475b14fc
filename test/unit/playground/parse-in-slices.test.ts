/** Long JSON that is parsed in slices: the same values as from `JSON.parse`. */
import { describe, expect, test } from 'vitest'
import { parseInSlices } from '../../../playground/src/ui/parse-in-slices.ts'

const { signal } = new AbortController()

describe('JSON in slices', () => {
  test.each([
    '{}',
    '[]',
    ' [ 1 , -2.5e3, "a\\"b\\\\", "\\u00e4\\\\\\"", true, false, null, [[]], {"a": {"b": [{}]}} ] ',
    '{"__proto__": {"x": 1}, "constructor": 2, "": 3, "a": 1, "a": 2}',
    '"text"',
    '42',
  ])('%s is what JSON.parse gives', async (text) => {
    expect(JSON.stringify(await parseInSlices(text, signal))).toBe(JSON.stringify(JSON.parse(text)))
  })

  test('of thousands of tokens is whole', async () => {
    const value = Array.from({ length: 5_000 }, (_, index) => ({ index, name: `"${index}"`, more: [index / 3, null] }))
    expect(await parseInSlices(JSON.stringify(value, undefined, 2), signal)).toEqual(value)
  })

  test('may be nested deeper than functions can be', async () => {
    const depth = 100_000
    let value = await parseInSlices('['.repeat(depth) + ']'.repeat(depth), signal)
    let found = 1
    while (Array.isArray(value) && value.length > 0) {
      value = value[0]
      found++
    }
    expect(found).toBe(depth)
  })

  test.each(['', '{', '[1', '[1,]', '{"a"}', '{"a":1,}', '{a:1}', '[1 2]', '{]', '1 2', '"open', '[01]', 'nul', ']'])(
    '%j is refused',
    async (text) => {
      await expect(parseInSlices(text, signal)).rejects.toThrow(SyntaxError)
    },
  )

  test('ends when nobody waits for it any more', async () => {
    const controller = new AbortController()
    controller.abort(new Error('left'))
    await expect(parseInSlices(`[${'1,'.repeat(2_000_000)}1]`, controller.signal)).rejects.toThrow('left')
  })
})
