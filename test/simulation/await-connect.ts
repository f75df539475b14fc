/** Waits until a client has connected or failed to, and records when and how. */
import type { Client } from '../../src/core/index.ts'
import { advanceUntil, type RunState } from './advance-time.ts'
import type { Network } from './network/network.ts'
import type { VirtualWorld } from './virtual-time/virtual-world.ts'

interface ConnectRecord extends RunState {
  connectedAt: number
  closedAt: number
  connectError: unknown
}

export async function awaitConnect(
  world: VirtualWorld,
  network: Network,
  record: ConnectRecord,
  connecting: Promise<Client>,
): Promise<Client | undefined> {
  let client: Client | undefined
  let failed = false
  connecting.then(
    (connected) => {
      client = connected
    },
    (error: unknown) => {
      failed = true
      record.connectError = error
    },
  )
  await advanceUntil(world, record, () => failed || client !== undefined)
  if (!client) network.stopFaults()
  network.markConnected()
  record.connectedAt = record.closedAt = world.clock.now()
  return client
}
