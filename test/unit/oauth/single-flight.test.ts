/** One does it, and all get what came of it. */
import { expect, test } from 'vitest'
import { createSharedRefresh } from '../../../src/oauth/token/shared-refresh.ts'
import { createManualEnvironment } from '../manual-environment.ts'

const patient = new AbortController().signal

test('a hundred who want it at once share it, and the next one does it anew', async () => {
  const share = createSharedRefresh<number>(createManualEnvironment())
  let runs = 0
  const run = async () => ++runs
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => share(run, patient))))).toEqual(new Set([1]))
  expect(await share(run, patient)).toBe(2)
})

test('a failure is shared too, and not kept', async () => {
  const share = createSharedRefresh<number>(createManualEnvironment())
  const failing = [1, 2].map(() => share(() => Promise.reject(new Error('no')), patient))
  for (const result of await Promise.allSettled(failing)) expect(result).toMatchObject({ reason: { message: 'no' } })
  expect(await share(async () => 7, patient)).toBe(7)
})

test('what never ends keeps nobody waiting for ever, and is not joined again', async () => {
  const environment = createManualEnvironment()
  const share = createSharedRefresh<number>(environment)
  const hanging = share(() => new Promise<number>(() => {}), patient)
  const joined = share(async () => 1, patient)
  environment.advance(60_000)
  for (const waiting of [hanging, joined]) {
    await expect(waiting).rejects.toMatchObject({ reason: 'temporarily_unavailable', retryable: true })
  }
  expect(await share(async () => 2, patient)).toBe(2)
  expect(environment.pending()).toBe(0)
})

test('who gives up does not end it for the others', async () => {
  const share = createSharedRefresh<number>(createManualEnvironment())
  let finish = (_: number) => {}
  const stop = new AbortController()
  const impatient = share(
    () =>
      new Promise<number>((resolve) => {
        finish = resolve
      }),
    stop.signal,
  )
  const other = share(async () => 0, patient)
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(impatient).rejects.toBe(reason)
  finish(7)
  expect(await other).toBe(7)
})
