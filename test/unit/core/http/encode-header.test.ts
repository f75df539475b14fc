/** Header values for any text, and the text that cannot be encoded. */
import { describe, expect, test } from 'vitest'
import { encodeHeader } from '../../../../src/core/modern/request-headers.ts'

/** Decodes as a server does. */
function decode(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}

describe('text in a header', () => {
  test.each([
    ['us-west1', 'us-west1'],
    ['us west 1', 'us west 1'],
    ['', ''],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['\tindented', '=?base64?CWluZGVudGVk?='],
    ['a\tb', '=?base64?YQli?='],
    [' ', '=?base64?IA==?='],
    ['\x7f', '=?base64?fw==?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['=?base64??=', '=?base64?PT9iYXNlNjQ/Pz0=?='],
    ['=?BASE64?x?=', '=?BASE64?x?='],
    ['=?base64?x', '=?base64?x'],
    ['file:///a%20b?c=1', 'file:///a%20b?c=1'],
  ])('%j is encoded as %j', (text, header) => {
    expect(encodeHeader(text)).toBe(header)
  })

  test('every character can be decoded again, and fetch accepts every header', () => {
    const points = [...Array(0x180).keys(), 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x10ffff]
    for (const point of points) {
      const character = String.fromCodePoint(point)
      for (const text of [character, `a${character}`, `${character}a`, `a${character}a`]) {
        const header = encodeHeader(text)
        expect(header).toMatch(/^[ -~]*$/)
        expect(new Headers({ name: header }).get('name')).toBe(header)
        expect(decode(header)).toBe(text)
      }
    }
  })

  test('a long text is encoded completely', () => {
    const text = '世'.repeat(100_000)
    expect(decode(encodeHeader(text))).toBe(text)
  })

  test.each(['\ud800', 'a\udfffb', '\udc00\ud800'])('%j has a lone surrogate and is refused', (text) => {
    expect(() => encodeHeader(text)).toThrow(
      expect.objectContaining({ code: 'invalid-message', delivery: 'not-executed' }),
    )
  })
})
