/** Waits for a client to connect, or to fail to; the network learns of it, and so does the evidence. */
import type { Client } from '../../src/core/index.ts'
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import { happens, type Run } from './advance-time.ts'
import type { Network } from './network/network.ts'

interface Arrival extends Run {
  connectedAt: number
  closedAt: number
  connectError: unknown
}

export async function arrive(
  world: VirtualWorld,
  network: Network,
  arrival: Arrival,
  connecting: Promise<Client>,
): Promise<Client | undefined> {
  let client: Client | undefined
  let failed = false
  connecting.then(
    (made) => {
      client = made
    },
    (error: unknown) => {
      failed = true
      arrival.connectError = error
    },
  )
  await happens(world, arrival, () => failed || client !== undefined)
  if (!client) network.calm()
  network.connected()
  arrival.connectedAt = arrival.closedAt = world.clock.now()
  return client
}
