/** The line of the caller in the stacks of errors. */
import { expect, test } from 'vitest'
import { SessionLostError } from '../../../../src/core/errors.ts'
import { addCallerLine } from '../../../../src/core/util/caller-line.ts'

const callFrom = (place: string) => Object.assign(new Error(), { stack: `Error\n    at method (x)\n    at ${place}` })

test('callers that share an error get the same one, with the line of the first', () => {
  const shared = new SessionLostError('gone', { delivery: 'not-executed' })
  const [first, second] = ['one.ts:1:1', 'two.ts:2:2'].map((place) => addCallerLine(shared, callFrom(place)))
  expect([first, second]).toEqual([shared, shared])
  expect(second).toBe(shared)
  expect(shared.stack).toMatch(/^SessionLostError: gone\n[\s\S]*at one\.ts:1:1$/)
})

test('errors of others are left as they are', () => {
  const error = new TypeError('mine')
  const { stack } = error
  expect(addCallerLine(error, callFrom('one.ts:1:1'))).toBe(error)
  expect(error.stack).toBe(stack)
})
