/** The hash of texts that must not be stored. */
import { expect, test } from 'vitest'
import { hashText } from '../../../../src/core/util/hash-text.ts'

test('a hundred thousand similar texts have different hashes, and each has always the same', () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => `{"authorization":"Bearer ${index.toString(36)}"}`)
  expect(new Set(texts.map(hashText)).size).toBe(texts.length)
  expect(hashText(texts[7]!)).toBe(hashText(texts[7]!))
})

test('texts that differ by the order of their characters have different hashes', () => {
  const texts = ['', 'a', 'aa', 'ab', 'ba', 'Aa', 'BB', 'AaBB', 'BBAa', '\u0000', '\u0000\u0000', 'é', '😀']
  expect(new Set(texts.map(hashText)).size).toBe(texts.length)
})
