/** Leases: one holder at a time, expiry, extension and time limit. */
import { expect, test } from 'vitest'
import { createLeases } from '../../../../src/oauth/server/lease.ts'
import { createManualEnvironment } from '../../manual-environment.ts'
import { createFakeStorage } from './fake-storage.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a lease has one holder at a time, and a release wakes the next one at once', async () => {
  const leases = createLeases(createFakeStorage(), createManualEnvironment())
  const order: string[] = []
  const waits = ['a', 'b', 'c'].map((owner) => leases.acquire('refresh', owner).then(() => order.push(owner)))
  await waits[0]
  expect(order).toEqual(['a'])
  await leases.release('refresh', 'a')
  await waits[1]
  expect(order).toEqual(['a', 'b'])
  await leases.release('refresh', 'b')
  await waits[2]
  expect(await leases.acquire('another', 'd')).toBe(true)
})

test('an abandoned lease expires after ten seconds', async () => {
  const environment = createManualEnvironment()
  const leases = createLeases(createFakeStorage(), environment)
  await leases.acquire('refresh', 'gone')
  let acquired = false
  const waiting = leases.acquire('refresh', 'next').then((value) => {
    acquired = value
  })
  await settle()
  environment.advance(9_999)
  await settle()
  expect(acquired).toBe(false)
  environment.advance(1)
  await waiting
  expect(acquired).toBe(true)
  // The old holder comes back too late and must not end the new lease.
  await leases.release('refresh', 'gone')
  await leases.extend('refresh', 'gone')
  let stolen = false
  void leases.acquire('refresh', 'third').then(() => {
    stolen = true
  })
  await settle()
  expect(stolen).toBe(false)
})

test('a lease that is extended is kept, and waiting for it ends after thirty seconds', async () => {
  const environment = createManualEnvironment()
  const leases = createLeases(createFakeStorage(), environment)
  await leases.acquire('refresh', 'busy')
  const waiting = leases.acquire('refresh', 'next')
  for (let second = 0; second < 30; second += 3) {
    await leases.extend('refresh', 'busy')
    await settle()
    environment.advance(3_000)
    await settle()
  }
  expect(await waiting).toBe(false)
  expect(environment.pending()).toBe(0)
})

test('a lease is kept in storage, not in the memory of the object', async () => {
  const [storage, environment] = [createFakeStorage(), createManualEnvironment()]
  await createLeases(storage, environment).acquire('refresh', 'a')
  let acquired = false
  void createLeases(storage, environment)
    .acquire('refresh', 'b')
    .then(() => {
      acquired = true
    })
  await settle()
  expect(acquired).toBe(false)
})

test('a lease of the time before the clock was set back counts as expired', async () => {
  const environment = createManualEnvironment()
  const leases = createLeases(createFakeStorage(), environment)
  await leases.acquire('refresh', 'gone')
  environment.now = () => 0
  expect(await leases.acquire('refresh', 'next')).toBe(true)
})
