/** What a virtual world lets a test see: what was sent, and what the client told. */
import type { WireEvent } from '../../src/core/index.ts'
import type { VirtualWorld } from './virtual-world.ts'

/** How often each of these was sent. */
export async function count(world: VirtualWorld, ...methods: string[]): Promise<number[]> {
  const sent = await world.server.methods()
  return methods.map((method) => sent.filter((name) => name === method).length)
}

/** A client, and its events by type. */
export async function connectObserved(world: VirtualWorld, options: Parameters<VirtualWorld['connect']>[0]) {
  const events: WireEvent[] = []
  const client = await world.connect({ ...options, onEvent: (event) => events.push(event) })
  const of = <T extends WireEvent['type']>(type: T) =>
    events.filter((event): event is Extract<WireEvent, { type: T }> => event.type === type)
  return { client, of }
}
