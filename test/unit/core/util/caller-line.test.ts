/** The line of the caller in the stacks of errors. */
import { expect, test } from 'vitest'
import { isMcpError, SessionLostError } from '../../../../src/core/errors.ts'
import { addCallerLine } from '../../../../src/core/util/caller-line.ts'

const callFrom = (place: string) => Object.assign(new Error(), { stack: `Error\n    at method (x)\n    at ${place}` })

test('callers that share an error each find their own line in it', () => {
  const cause = new SessionLostError('first', { retryable: true })
  const shared = new SessionLostError('gone', { delivery: 'not-executed', cause })
  const [first, second] = ['one.ts:1:1', 'two.ts:2:2'].map((place) => addCallerLine(shared, callFrom(place)))
  expect(first).toBe(shared)
  expect(first?.stack).toMatch(/^SessionLostError: gone\n[\s\S]*at one\.ts:1:1$/)
  expect(second?.stack).toMatch(/^SessionLostError: gone\n[\s\S]*at two\.ts:2:2$/)
  expect(second?.stack).not.toContain('one.ts')
  expect(second).toBeInstanceOf(SessionLostError)
  expect(second).toMatchObject({ name: 'SessionLostError', code: 'session-lost', delivery: 'not-executed', cause })
  expect(isMcpError(second)).toBe(true)
  expect(Object.keys(second!)).toEqual(Object.keys(first!))
  expect(Object.prototype.toString.call(second)).toBe('[object Error]')
})

test('errors of others are left as they are', () => {
  const error = new TypeError('mine')
  const { stack } = error
  expect(addCallerLine(error, callFrom('one.ts:1:1'))).toBe(error)
  expect(error.stack).toBe(stack)
})
