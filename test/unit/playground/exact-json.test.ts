/** Numbers that JavaScript cannot hold: they keep their digits where the engine can, and are refused elsewhere. */
import { afterEach, describe, expect, test, vi } from 'vitest'

type ExactJson = typeof import('../../../playground/src/ui/exact-json.ts')

/** As an engine without `JSON.rawJSON` loads it, or one that has it, of which this one only shows the digits. */
async function load(hasRawJson: boolean): Promise<ExactJson> {
  vi.resetModules()
  vi.stubGlobal('JSON', {
    parse: JSON.parse,
    stringify: JSON.stringify,
    ...(hasRawJson && {
      rawJSON: (text: string) => ({ rawJSON: text }),
      isRawJSON: (value: object) => 'rawJSON' in value,
    }),
  })
  return import('../../../playground/src/ui/exact-json.ts')
}

afterEach(() => vi.unstubAllGlobals())

const kept = [
  '0',
  '-0',
  '42',
  '-1.50',
  '1e21',
  '1E+2',
  '9007199254740992',
  '0.1',
  '12345678901234567000',
  '123456789.125',
]
const lost = ['9007199254740993', '-9223372036854775807', '18446744073709551615', '1e400', '0.12345678901234567890']

describe('a number', () => {
  test.each(kept)('%s is what JavaScript writes again', async (text) => {
    const { readNumber } = await load(false)
    expect(readNumber(text)).toEqual({ value: Number(text) })
  })

  test.each(lost)('%s keeps its digits, or has no value', async (text) => {
    expect((await load(true)).readNumber(text)).toEqual({ value: { rawJSON: text } })
    expect((await load(false)).readNumber(text)).toEqual({ value: undefined })
  })

  test.each(['', '-', '1,5', '0x10', '1_000', 'NaN', '01', '.5', '1.'])('is not %j', async (text) => {
    expect((await load(true)).readNumber(text)).toBeUndefined()
  })

  test('of a million digits takes no noticeable time', async () => {
    const { readNumber } = await load(true)
    const digits = `1${'0'.repeat(1_000_000)}1`
    expect(readNumber(digits)).toEqual({ value: { rawJSON: digits } })
  })
})

describe('JSON in an engine without exact numbers', () => {
  test('has text where a number would change, and the first one is named', async () => {
    const { parseExactJson, findLostNumber } = await load(false)
    const text = '{"a": 9007199254740993, "b": [1.5, "9007199254740995"], "c\\"": -9007199254740993}'
    expect(parseExactJson(text)).toEqual({
      a: '9007199254740993',
      b: [1.5, '9007199254740995'],
      'c"': '-9007199254740993',
    })
    expect(findLostNumber(text)).toBe('9007199254740993')
    expect(findLostNumber('["9007199254740995", 9007199254740992]')).toBeUndefined()
  })

  test('is a mistake in what somebody writes', async () => {
    await load(false)
    const { findJsonProblem } = await import('../../../playground/src/form/json-problem.ts')
    expect(findJsonProblem('{"id": 9007199254740993}')).toMatch(/would send 9007199254740993 as 9007199254740992/)
  })
})
