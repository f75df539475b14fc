/** One operation for all callers that want it at the same time. */
import { expect, test } from 'vitest'
import { createSingleFlight } from '../../../../src/core/util/single-flight.ts'

test('callers join the running operation, and the next one after it starts a new one', async () => {
  const once = createSingleFlight<number>()
  let runs = 0
  const run = async () => ++runs
  const joined = Array.from({ length: 100 }, () => once.run(run))
  expect(new Set(joined).size).toBe(1)
  expect(await joined[0]).toBe(1)
  expect(await once.run(run)).toBe(2)
})

test('a failure reaches every caller and is forgotten', async () => {
  const once = createSingleFlight<number>()
  const failed = [1, 2].map(() => once.run(() => Promise.reject(new Error('no'))))
  for (const result of await Promise.allSettled(failed)) expect(result).toMatchObject({ reason: { message: 'no' } })
  expect(await once.run(async () => 7)).toBe(7)
})

test('a caller that has seen the result starts a new operation', async () => {
  const once = createSingleFlight<number>()
  let runs = 0
  const run = async () => ++runs
  expect(await once.run(run).then(() => once.run(run))).toBe(2)
})
