/** One refresh for all callers, with a limit for each of them. */
import { expect, test } from 'vitest'
import { createSharedRefresh } from '../../../../src/oauth/token/shared-refresh.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

const neverAborted = new AbortController().signal

test('a hundred concurrent callers share one refresh, and the next caller starts another', async () => {
  const share = createSharedRefresh<number>(createManualEnvironment())
  let runs = 0
  const run = async () => ++runs
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => share(run, neverAborted))))).toEqual(new Set([1]))
  expect(await share(run, neverAborted)).toBe(2)
})

test('a failure reaches all callers and is not kept', async () => {
  const share = createSharedRefresh<number>(createManualEnvironment())
  const failing = [1, 2].map(() => share(() => Promise.reject(new Error('no')), neverAborted))
  for (const result of await Promise.allSettled(failing)) expect(result).toMatchObject({ reason: { message: 'no' } })
  expect(await share(async () => 7, neverAborted)).toBe(7)
})

test('a refresh that never ends is given up after a minute, and is not joined again', async () => {
  const environment = createManualEnvironment()
  const share = createSharedRefresh<number>(environment)
  const hanging = share(() => new Promise<number>(() => {}), neverAborted)
  const joined = share(async () => 1, neverAborted)
  environment.advance(60_000)
  for (const waiting of [hanging, joined]) {
    await expect(waiting).rejects.toMatchObject({ reason: 'temporarily-unavailable', retryable: true })
  }
  expect(await share(async () => 2, neverAborted)).toBe(2)
  expect(environment.pending()).toBe(0)
})

test('a caller that aborts does not end the refresh for the others', async () => {
  const share = createSharedRefresh<number>(createManualEnvironment())
  let finish = (_: number) => {}
  const stop = new AbortController()
  const aborted = share(
    () =>
      new Promise<number>((resolve) => {
        finish = resolve
      }),
    stop.signal,
  )
  const other = share(async () => 0, neverAborted)
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(aborted).rejects.toBe(reason)
  finish(7)
  expect(await other).toBe(7)
})
