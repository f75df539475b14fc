/** What tests look at: which requests were sent, when, and which events the client emitted. */
import { expect } from 'vitest'
import type { WireEvent } from '../../../src/core/index.ts'
import type { VirtualWorld } from './virtual-world.ts'

/** How often each of these was sent. */
export async function count(world: VirtualWorld, ...methods: string[]): Promise<number[]> {
  const sent = await world.server.methods()
  return methods.map((method) => sent.filter((name) => name === method).length)
}

/** Connects a client and collects its events by type. */
export async function connectObserved(world: VirtualWorld, options: Parameters<VirtualWorld['connect']>[0]) {
  const events: WireEvent[] = []
  const client = await world.connect({ ...options, onEvent: (event) => events.push(event) })
  const of = <T extends WireEvent['type']>(type: T) =>
    events.filter((event): event is Extract<WireEvent, { type: T }> => event.type === type)
  return { client, of }
}

/** Milliseconds between each entry and the next. */
export function intervalsOf(entries: readonly { receivedAt: number }[]): number[] {
  return entries.slice(1).map(({ receivedAt }, index) => receivedAt - entries[index]!.receivedAt)
}

/** What the promise came to, and after how many milliseconds. */
export function outcomeOf<T>(
  { clock }: VirtualWorld,
  promise: Promise<T>,
): Promise<{ value?: T; error?: Record<string, unknown>; took: number }> {
  const started = clock.now()
  const took = () => clock.now() - started
  return promise.then(
    (value) => ({ value, took: took() }),
    (error) => ({ error, took: took() }),
  )
}

export function expectBetween(actual: number | undefined, low: number, high: number): void {
  expect(actual).toBeGreaterThanOrEqual(low)
  expect(actual).toBeLessThanOrEqual(high)
}
