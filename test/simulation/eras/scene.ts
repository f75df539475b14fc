/** What a run about eras is made of, before anybody connects. */
import type { Client, ConnectOptions, Snapshot } from '../../../src/core/index.ts'
import { createDice } from '../dice.ts'
import { createNetwork, type Network } from '../network.ts'
import { NO_FAULTS } from '../play.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'
import { createEraEvidence, type EraEvidence } from './evidence.ts'
import { MODERN } from './form.ts'
import { createGateway } from './gateway.ts'
import { type EraPlan, WATCHED } from './plan.ts'
import { createStage, type Stage } from './stage.ts'
import { createEraMemory, createSlowStore, type EraMemory } from './stores.ts'
import { createUser, type User } from './user.ts'

export interface Scene {
  world: VirtualWorld
  stage: Stage
  network: Network
  /** Without faults, for whoever else there is. */
  calm: Network
  user: User
  memory: EraMemory
  store: ReturnType<typeof createSlowStore>
  evidence: EraEvidence
}

export function createScene(plan: EraPlan): Scene {
  const world = createVirtualWorld({ seed: plan.seed })
  const { clock, server } = world
  const stage = createStage(world, plan)
  const fetch = plan.honest ? createGateway(world.fetch, () => stage.offer) : world.fetch
  const network = createNetwork({ clock, server, fetch, dice: createDice(~plan.seed), faults: plan.faults })
  const calm = createNetwork({ clock, server, fetch, dice: createDice(0), faults: NO_FAULTS })
  const { era, age = 0 } = plan.remembered ?? {}
  const protocolVersion = era === 'modern' ? MODERN : '2025-11-25'
  const known = era === 'http-sse' ? 'legacy' : era
  const transport = era === 'http-sse' ? 'sse' : 'streamable-http'
  const memory = createEraMemory(clock, known && { era: known, transport, protocolVersion, at: clock.now() - age })
  return {
    world,
    stage,
    network,
    calm,
    user: createUser(clock, plan.user),
    memory,
    store: createSlowStore(clock, plan.storeDelay),
    evidence: createEraEvidence(plan, clock.now(), network, calm.exchanges, stage, memory),
  }
}

/** Another client was here before, and left a snapshot. */
export async function prepare({ world, stage, calm, user, evidence }: Scene): Promise<Snapshot | undefined> {
  const { snapshotOf } = evidence.plan
  if (!snapshotOf) return undefined
  await stage.speak(snapshotOf)
  const { fetch, exchanges } = calm
  const handlers = { elicit: user.elicit }
  const options: ConnectOptions = { fetch, handlers, keepAlive: false, cache: false, eraCache: new Map() }
  const client = await world.until(world.connectAny(options))
  await world.until(client.listTools())
  const snapshot = client.snapshot()
  await world.until(client.detach())
  exchanges.length = 0
  return snapshot
}

/** Another client with another user reads, and shares the store of answers; the returned function ends it. */
export function readElsewhere({ world, calm, store, evidence }: Scene): () => Promise<void> {
  const { otherReads } = evidence.plan
  if (otherReads.length === 0) return async () => {}
  const { fetch } = calm
  const partition = () => 'other'
  const options: ConnectOptions = { fetch, cache: store, eraCache: new Map(), partition, keepAlive: false }
  const connecting: Promise<Client | undefined> = world.connectAny(options).catch(() => undefined)
  for (const at of otherReads) {
    world.clock.schedule(at, () => void connecting.then((client) => client?.readResource(WATCHED)).catch(() => {}))
  }
  return async () => (await connecting)?.close()
}
