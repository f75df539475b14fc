import { expect, test } from 'vitest'
import { createLeases } from '../../../src/oauth/server/lease.ts'
import { createManualEnvironment } from '../manual-environment.ts'
import { createFakeStorage } from './fake-storage.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a lease goes to one at a time, and on at once when it is released', async () => {
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

test('a holder who is gone for ever holds up the others for ten seconds', async () => {
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
  // Who comes back too late takes nothing away.
  await leases.release('refresh', 'gone')
  await leases.extend('refresh', 'gone')
  let stolen = false
  void leases.acquire('refresh', 'third').then(() => {
    stolen = true
  })
  await settle()
  expect(stolen).toBe(false)
})

test('who extends a lease keeps it, and who waits for too long is told', async () => {
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

test('a lease outlives the memory of the object', async () => {
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
