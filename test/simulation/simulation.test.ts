/** The simulation itself: a seed repeats, and the mistakes that it is measured by can still be planted. */
import { expect, test } from 'vitest'
import { bundleSimulation } from './bundle.ts'
import { PLANTED_FAULTS } from './planted/call-faults.ts'
import { trySeed } from './run-seed.ts'

test('the same seed gives the same run, to the byte', async () => {
  for (const seed of [3, 11, 76]) {
    const [first, second] = [await trySeed(seed), await trySeed(seed)]
    expect(first.trace()).toEqual(second.trace())
    expect(first.requests).toBeGreaterThan(1)
  }
})

test('neighbouring seeds are different runs', async () => {
  const [one, other] = [await trySeed(1), await trySeed(2)]
  expect(one.trace().slice(1)).not.toEqual(other.trace().slice(1))
})

test.each(PLANTED_FAULTS.map((fault) => [fault.name, fault] as const))(
  '%s: the text to change is there',
  async (_, fault) => {
    const bundle = await bundleSimulation(fault.changes)
    await bundle.dispose()
  },
)
