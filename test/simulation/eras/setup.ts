/** The parts of an era run before the client connects, and the two other clients that some runs have. */
import type { Client, ConnectOptions, Snapshot } from '../../../src/core/index.ts'
import { NO_FAULTS } from '../network/faults.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { createRandomChoices } from '../random-choices.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-time/virtual-world.ts'
import { createEraServer, type EraServer } from './era-server.ts'
import { createEraEvidence, type EraEvidence } from './evidence.ts'
import { createGateway } from './gateway.ts'
import { type EraPlan, WATCHED_URI } from './plan.ts'
import { createRecordingEraCache, createSlowStore, type RecordingEraCache } from './recording-stores.ts'
import { MODERN } from './request-era.ts'
import { createUser, type User } from './user.ts'

export interface EraSetup {
  world: VirtualWorld
  server: EraServer
  network: Network
  /** Without faults, for the other clients. */
  faultlessNetwork: Network
  user: User
  eraCache: RecordingEraCache
  /** The store of the response cache. */
  cacheStore: ReturnType<typeof createSlowStore>
  evidence: EraEvidence
}

export function createEraSetup(plan: EraPlan): EraSetup {
  const world = createVirtualWorld({ seed: plan.seed })
  const { clock, server: mock } = world
  const server = createEraServer(world, plan)
  const fetch = plan.rejectsUnsupported ? createGateway(world.fetch, () => server.offer) : world.fetch
  const random = createRandomChoices(~plan.seed)
  const network = createNetwork({ clock, server: mock, fetch, random, faults: plan.faults })
  const without = { random: createRandomChoices(0), faults: NO_FAULTS }
  const faultlessNetwork = createNetwork({ clock, server: mock, fetch, ...without })
  const { era, age = 0 } = plan.remembered ?? {}
  const protocolVersion = era === 'modern' ? MODERN : '2025-11-25'
  const known = era === 'http-sse' ? 'legacy' : era
  const transport = era === 'http-sse' ? 'sse' : 'streamable-http'
  const at = clock.now() - age
  // What a modern server said of itself is remembered with its era.
  const entry = known && ({ era: known, transport, protocolVersion, checkedAt: at, server: {} } as const)
  const eraCache = createRecordingEraCache(clock, entry)
  return {
    world,
    server,
    network,
    faultlessNetwork,
    user: createUser(clock, plan.user),
    eraCache,
    cacheStore: createSlowStore(clock, plan.storeDelay),
    evidence: createEraEvidence(plan, clock.now(), network, faultlessNetwork, server, eraCache),
  }
}

/** Connects another client to the server as it was before, takes a snapshot and detaches it. */
export async function takeSnapshot(setup: EraSetup): Promise<Snapshot | undefined> {
  const { world, server, faultlessNetwork, user, evidence } = setup
  const { snapshotOf } = evidence.plan
  if (!snapshotOf) return undefined
  await server.setOffer(snapshotOf)
  const { fetch, exchanges } = faultlessNetwork
  const handlers = { elicit: user.elicit }
  const options: ConnectOptions = { fetch, handlers, keepAlive: false, cache: false, eraCache: new Map() }
  const client = await world.until(world.connectAny(options))
  await world.until(client.listTools())
  const snapshot = client.snapshot()
  await world.until(client.detach())
  exchanges.length = 0
  return snapshot
}

/** Starts the reads of a client of another user that shares the cache store; the returned function closes it. */
export function startSecondReader({ world, faultlessNetwork, cacheStore, evidence }: EraSetup): () => Promise<void> {
  const { otherReads } = evidence.plan
  if (otherReads.length === 0) return async () => {}
  const { fetch } = faultlessNetwork
  const cachePartition = () => 'other'
  const options: ConnectOptions = { fetch, cache: cacheStore, eraCache: new Map(), cachePartition, keepAlive: false }
  const connecting: Promise<Client | undefined> = world.connectAny(options).catch(() => undefined)
  for (const at of otherReads) {
    world.clock.schedule(at, () => void connecting.then((client) => client?.readResource(WATCHED_URI)).catch(() => {}))
  }
  return async () => (await connecting)?.close()
}
