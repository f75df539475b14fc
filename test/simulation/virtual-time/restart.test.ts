/** A server that restarts while 1,000 clients listen: they come back over several seconds, and waiting calls at once. */
import { describe, expect, test } from 'vitest'
import { measureRestart } from '../../../bench/scale/restart.ts'

const CLIENTS = 1_000

describe.each([
  ['a session', { version: '2025-11-25' }],
  ['a session that is lost', { version: '2025-11-25', losesSessions: true }],
  ['2026-07-28', { version: '2026-07-28' }],
] as const)('after a restart of the server: %s', (_, how) => {
  test.each([0, 10_000, 120_000])('and an outage of %i ms, no second has over 35 of 100 clients', async (outage) => {
    const { histogram, largest } = await measureRestart({ clients: CLIENTS, outage, ...how })
    const total = histogram.reduce((sum, [, clients]) => sum + clients, 0)
    expect(total).toBe(CLIENTS)
    expect(largest, JSON.stringify(histogram)).toBeLessThanOrEqual(0.35)
    // Within five seconds after a restart that nobody noticed, within a minute after any other.
    expect(histogram.at(-1)![0]).toBeLessThan(outage ? 60 : 5)
  })
})

test('a client with a waiting call resumes it after the reconnection time of its stream, a second', async () => {
  const { waitingCall } = await measureRestart({ clients: 1, version: '2025-11-25', outage: 0 })
  expect(waitingCall).toBeGreaterThanOrEqual(1_000)
  expect(waitingCall).toBeLessThanOrEqual(1_100)
})
