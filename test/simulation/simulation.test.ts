/** The simulation itself: a seed can be repeated, and seeds differ. */
import { expect, test } from 'vitest'
import { runSeed } from './run-seed.ts'

test('the same seed gives the same run, to the byte', async () => {
  for (const seed of [3, 11, 76]) {
    const [first, second] = [await runSeed(seed), await runSeed(seed)]
    expect(first.trace()).toEqual(second.trace())
    expect(first.requests).toBeGreaterThan(1)
  }
})

test('neighbouring seeds are different runs', async () => {
  const [one, other] = [await runSeed(1), await runSeed(2)]
  expect(one.trace().slice(1)).not.toEqual(other.trace().slice(1))
})
