/** The plan of an era run, created from its seed: what the server offers, what the client knows of it, and what happens. */

import type { Act } from '../../../playground/server/control/act.ts'
import type { SubscriptionFilter } from '../../../src/core/index.ts'
import type { DeepPartial, ServerConfig } from '../../../src/testing/index.ts'
import { FAULT_KINDS, type FaultPlan } from '../network/faults.ts'
import { createRandomChoices, type RandomChoices } from '../random-choices.ts'
import { drawOperation, drawRead, type PlannedOperation } from './plan-operation.ts'
import { type EraName, MODERN, type Offer } from './request-era.ts'
import type { UserBehaviour } from './user.ts'

export interface PlannedListener {
  at: number
  /** A resource that only this listener subscribes to, so that its requests can be told apart. */
  tag: string
  filter: SubscriptionFilter
  reopen: boolean
  closeAt: number | undefined
  /** Reads nothing before the end of the run. */
  readsLate: boolean
}

export type PlannedAct =
  | Act
  /** The watched resource changes, which is announced to its subscribers. */
  | { update: true }
  /** A change of the list of tools is announced so many times. */
  | { announce: number }
  /** Another user signs in. */
  | { partition: string }
  /** The server has another offer from now on. */
  | { offer: Offer }

export interface EraPlan {
  seed: number
  server: DeepPartial<ServerConfig>
  offer: Offer
  /** The offer at the time of the snapshot, if the client begins with one. */
  snapshotOf: Offer | undefined
  /** What the era cache says of the server, and for how many milliseconds it has. */
  remembered: { era: EraName; age: number } | undefined
  keepAlive: false | { interval: number }
  /** Milliseconds after which a probe without response is given up, for servers that never answer what they do not know. */
  probeTimeout: number | undefined
  user: UserBehaviour
  /** Milliseconds that each access to the cache store takes. */
  storeDelay: number
  ttl: number
  scope: 'public' | 'private'
  operations: PlannedOperation[]
  /** When a second client reads that shares the cache store. */
  otherReads: number[]
  listeners: PlannedListener[]
  acts: { at: number; act: PlannedAct }[]
  /** Whether a gateway rejects revisions that the server does not support, with the error that names the supported. */
  rejectsUnsupported: boolean
  closeAt: number | undefined
  faults: FaultPlan
}

export const WATCHED_URI = 'test://watched-resource'

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26']

export function createEraPlan(seed: number): EraPlan {
  const random = createRandomChoices(seed ^ 0x5eed)
  const plan = drawPlan(random, seed)
  // A change seldom overtakes an answer by chance, so some seeds are about that only.
  return random.chance(0.12) ? { ...plan, ...drawOvertaking(random) } : plan
}

function drawPlan(random: RandomChoices, seed: number): EraPlan {
  const offer = drawOffer(random)
  const operations = Array.from({ length: random.between(3, 7) }, (_, index) => drawOperation(random, index))
  const listeners = Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, (_, index) => drawListener(random, index))
  const ttl = random.pick([0, 0, 400, 2_500, 60_000])
  const scope = random.pick(['public', 'private'] as const)
  const start = random.pick(['unknown', 'remembered', 'remembered', 'snapshot', 'snapshot'])
  const acts = Array.from({ length: random.pick([0, 1, 2, 4, 6]) }, () => drawAct(random, operations, offer))
  // Drawn by itself, so that seeds keep what else they have.
  const probing = createRandomChoices(seed ^ 0x960be)
  return {
    seed,
    server: { ...drawServerConfig(random), cache: { ttlMs: ttl, cacheScope: scope } },
    offer,
    snapshotOf: start === 'snapshot' ? drawEarlierOffer(random, offer) : undefined,
    remembered: start === 'remembered' ? drawRemembered(random) : undefined,
    keepAlive: random.chance(0.3) && { interval: offer.overSse ? 60_000 : 10_000 },
    probeTimeout: probing.chance(0.3) ? probing.pick([2_000, 10_000]) : undefined,
    user: random.pick(['answers', 'answers', 'is slow', 'fails', 'never answers']),
    storeDelay: random.pick([0, 0, 3, 60]),
    ttl,
    scope,
    operations,
    otherReads: random.chance(0.4) ? [random.between(0, 1_000), random.between(1_000, 5_000)] : [],
    listeners: random.chance(0.01) ? [...listeners, createLateReader()] : listeners,
    acts: listeners.length > 0 ? [...acts, ...drawAnnouncements(random)] : acts,
    rejectsUnsupported: random.chance(0.7),
    closeAt: random.chance(0.12) ? random.between(0, 5_000) : undefined,
    faults: {
      rate: random.pick([0, 0, 0.1, 0.25, 0.5]),
      kinds: FAULT_KINDS.filter(() => random.chance(0.4)),
      afterConnecting: random.chance(0.5),
    },
  }
}

/** Reads and changes of a modern server at nearly the same time. */
function drawOvertaking(random: RandomChoices): Partial<EraPlan> {
  const operations = Array.from({ length: 6 }, (_, index) => drawRead(random, index))
  const changes = operations.map(({ at }) => ({ at: at + random.between(0, 3), act: { update: true } as const }))
  const listener = { ...drawListener(random, 0), at: 0, closeAt: undefined }
  return {
    offer: { versions: [MODERN], overSse: false },
    snapshotOf: undefined,
    remembered: undefined,
    ttl: 60_000,
    server: { answer: 'sse', cache: { ttlMs: 60_000, cacheScope: 'private' } },
    scope: 'private',
    operations,
    listeners: [{ ...listener, filter: { resourceSubscriptions: [listener.tag, WATCHED_URI] } }],
    acts: changes.filter(() => random.chance(0.7)),
    closeAt: undefined,
    faults: { rate: 0.3, kinds: ['late response', 'refused'], afterConnecting: true },
  }
}

function drawOffer(random: RandomChoices): Offer {
  const versions = random.pick([
    [MODERN],
    [MODERN],
    [MODERN, ...LEGACY],
    [MODERN, '2025-06-18'],
    LEGACY,
    ['2025-03-26'],
  ])
  return random.chance(0.1) ? { versions: ['2024-11-05'], overSse: true } : { versions, overSse: false }
}

/** A server does not go back to HTTP+SSE. */
function drawEarlierOffer(random: RandomChoices, offer: Offer): Offer {
  return offer.overSse || random.chance(0.5) ? offer : drawOffer(random)
}

function drawServerConfig(random: RandomChoices): DeepPartial<ServerConfig> {
  return {
    answer: random.chance(0.2) ? 'json' : 'sse',
    session: { issue: random.chance(0.85) },
    prime: random.chance(0.7),
    retry: random.pick([20, 500]),
    sse: { retry: random.pick([100, 2_000]) },
  }
}

function drawRemembered(random: RandomChoices): EraPlan['remembered'] {
  const age = random.pick([0, 3_600_000, 90_000_000])
  return { era: random.pick(['modern', 'modern', 'legacy', 'legacy', 'http-sse']), age }
}

function drawListener(random: RandomChoices, index: number): PlannedListener {
  const tag = `test://listener-${index}`
  return {
    at: random.between(0, 2_000),
    tag,
    filter: { toolsListChanged: true, resourceSubscriptions: random.chance(0.7) ? [tag, WATCHED_URI] : [tag] },
    reopen: random.chance(0.4),
    closeAt: random.chance(0.3) ? random.between(0, 6_000) : undefined,
    readsLate: false,
  }
}

function createLateReader(): PlannedListener {
  const tag = 'test://listener-late'
  const filter = { toolsListChanged: true, resourceSubscriptions: [tag] }
  return { at: 0, tag, filter, reopen: false, closeAt: undefined, readsLate: true }
}

function drawAnnouncements(random: RandomChoices): EraPlan['acts'] {
  return Array.from({ length: random.between(1, 4) }, () => ({
    at: random.between(0, 6_000),
    act: random.chance(0.6) ? { update: true } : { announce: 1 },
  }))
}

function drawAct(
  random: RandomChoices,
  operations: readonly PlannedOperation[],
  offer: Offer,
): EraPlan['acts'][number] {
  const acts: PlannedAct[] = [
    { closeStreams: 'all' },
    { closeStreams: 'post' },
    { expireSessions: true },
    { restart: true },
    { update: true },
    { update: true },
    { partition: 'another' },
    // A server neither begins nor ceases to speak HTTP+SSE.
    { offer: offer.overSse ? offer : { ...drawOffer(random), overSse: false } },
  ]
  const at = random.pick(operations).at + random.between(0, random.pick([50, 500, 2_000]))
  return { at, act: random.pick(acts) }
}
