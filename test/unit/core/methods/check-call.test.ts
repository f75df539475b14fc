/** What the guard of the methods says in workerd, where a client of an earlier request cannot be used. */
import { expect, test } from 'vitest'
import { checkCall } from '../../../../src/core/methods/check-call.ts'

test('a signal of an earlier request, which old workerd refuses to read, is explained', () => {
  const closing = {
    get aborted(): boolean {
      throw new Error('Cannot perform I/O on behalf of a different request.')
    },
  } as AbortSignal
  expect(() => checkCall('listTools', undefined, {}, closing)).toThrow(
    expect.objectContaining({
      code: 'closed',
      delivery: 'not-executed',
      message: expect.stringMatching(/earlier request/),
    }),
  )
})
