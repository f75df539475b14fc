/**
 * Nothing that a server sends costs more than linear time. Steps are counted, which gives the same number in every run: ten
 * times the input takes less than twenty times the steps. What a regular expression does inside is not counted:
 * timed.test.ts compares its time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStepCounter, type StepCounter } from './count-steps.ts'
import { growthInputs } from './growth-inputs.ts'

describe('the steps of', () => {
  let counter: StepCounter

  beforeAll(async () => {
    counter = await createStepCounter()
  })

  afterAll(() => counter.stop())

  test.each(growthInputs)('%s', async (_, size, run) => {
    const small = await counter.count(() => run(size))
    const large = await counter.count(() => run(10 * size))
    expect(small).toBeGreaterThan(0)
    expect(large / small).toBeLessThan(20)
  })
})
