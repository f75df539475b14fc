/** Abort listeners: one for each signal, however many calls share it. */
import { expect, test } from 'vitest'
import { onAbort } from '../../../../src/core/util/on-abort.ts'

test('a signal gets one listener, however many calls share it', () => {
  const controller = new AbortController()
  let listeners = 0
  const add = controller.signal.addEventListener.bind(controller.signal)
  controller.signal.addEventListener = ((...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }) as typeof add
  const ran: number[] = []
  const stops = Array.from({ length: 1000 }, (_, index) => onAbort(controller.signal, () => ran.push(index)))
  for (const stop of stops.slice(2)) stop()
  controller.abort()
  expect(listeners).toBe(1)
  expect(ran).toEqual([0, 1])
})
