/** The fuzzer finds what it is there for, makes it small, and says how to see it again. */
import { expect, test } from 'vitest'
import { run } from './run.ts'

const targets = new URL('broken-targets.ts', import.meta.url)

test('an input that breaks a promise is found, made small and can be replayed', async () => {
  const { passed, failed, lines } = await run({ targets, only: 'untyped', inputs: 200 })
  expect([passed, failed]).toEqual([0, 5])
  expect(lines[1]).toContain('✗ an untyped error: an untyped error: RangeError: x')
  expect(lines).toContainEqual('    smallest input: {"text":"x"}')
  const seed = /--from (\d+)/.exec(lines.find((line) => line.includes('replay')) ?? '')?.[1]
  const again = await run({ targets, only: 'untyped', inputs: 1, from: Number(seed) })
  expect(again.failed).toBe(1)
})

test('rejections that nobody handles and changed prototypes count', async () => {
  const unhandled = await run({ targets, only: 'unhandled', inputs: 1 })
  expect(unhandled.lines[1]).toContain('an unhandled rejection: Error: nobody waits')
  const polluted = await run({ targets, only: 'prototype', inputs: 1 })
  expect(polluted.lines[1]).toContain('a prototype has a new member')
})

test('an input that blocks the thread is named', async () => {
  const { lines } = await run({ targets, only: 'loop', inputs: 3, inputTimeout: 1_000 })
  expect(lines[1]).toBe('✗ a loop without end: did not end within 1000 ms')
  expect(lines[3]).toContain('--from 1 --only "a loop without end"')
})
