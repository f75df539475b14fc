/** The digest that needs no promise is that of the platform. */
import { expect, test } from 'vitest'
import { sha256 } from '../../../src/core/util/sha256.ts'
import { sha256Text } from '../../../src/shared/sha256-text.ts'

const texts = ['', 'abc', 'grün', '\u{1f600}', ...[54, 55, 56, 63, 64, 65, 119, 120, 1000].map((n) => 'x'.repeat(n))]

test.each(texts)('the digest of %j', async (text) => {
  const expected = await sha256(new TextEncoder().encode(text))
  expect(sha256Text(text).toString(16).padStart(64, '0')).toBe(expected)
})
