/** What a seed stands for that is about eras: what the server speaks, what the client believes, and what they do. */
import type { SubscriptionFilter } from '../../../src/core/index.ts'
import type { Act, DeepPartial, ServerConfig } from '../../../src/testing/index.ts'
import { createDice, type Dice } from '../dice.ts'
import { FAULT_KINDS } from '../faults.ts'
import type { Plan } from '../plan.ts'
import { type EraName, MODERN } from './form.ts'
import { drawRead, drawVerb, type PlannedVerb } from './plan-verb.ts'

/** What a server speaks for a while. */
export interface Offer {
  versions: string[]
  /** Only by HTTP+SSE, at the same address. */
  overSse: boolean
}

export interface PlannedListener {
  at: number
  /** A resource that nobody else asks for, so that the wire tells the listeners apart. */
  tag: string
  filter: SubscriptionFilter
  reopen: boolean
  closeAt: number | undefined
  /** Takes nothing before the end. */
  lazy: boolean
}

export type PlannedAct =
  | Act
  /** The watched resource changes, and everybody who asked is told. */
  | { update: true }
  /** The list of tools is said to have changed, so many times. */
  | { announce: number }
  /** Somebody else signs in. */
  | { partition: string }
  /** The server speaks something else from now on. */
  | { offer: Offer }

export interface EraPlan {
  seed: number
  server: DeepPartial<ServerConfig>
  offer: Offer
  /** What the server spoke when the snapshot was taken, if the client begins with one. */
  snapshotOf: Offer | undefined
  /** What the client remembers of the server, and for how long. */
  remembered: { era: EraName; age: number } | undefined
  keepAlive: false | { interval: number }
  /** What the user does when asked. */
  user: 'answers' | 'is slow' | 'fails' | 'never answers'
  /** Milliseconds that each access to the store of answers takes. */
  storeDelay: number
  ttl: number
  scope: 'public' | 'private'
  verbs: PlannedVerb[]
  /** Reads by another client that shares the store of answers. */
  otherReads: number[]
  listeners: PlannedListener[]
  acts: { at: number; act: PlannedAct }[]
  /** A server that changes says so: what it does not know any more is refused by name. */
  honest: boolean
  closeAt: number | undefined
  faults: Plan['faults']
}

export const WATCHED = 'test://watched-resource'

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26']

export function createEraPlan(seed: number): EraPlan {
  const dice = createDice(seed ^ 0x5eed)
  const plan = drawPlan(dice, seed)
  // Chance alone seldom lets a change overtake an answer, so some seeds are about nothing else.
  return dice.chance(0.12) ? { ...plan, ...drawOvertaking(dice) } : plan
}

function drawPlan(dice: Dice, seed: number): EraPlan {
  const offer = drawOffer(dice)
  const verbs = Array.from({ length: dice.between(3, 7) }, (_, index) => drawVerb(dice, index))
  const listeners = Array.from({ length: dice.pick([0, 0, 1, 1, 2]) }, (_, index) => drawListener(dice, index))
  const ttl = dice.pick([0, 0, 400, 2_500, 60_000])
  const scope = dice.pick(['public', 'private'] as const)
  const start = dice.pick(['unknown', 'remembered', 'remembered', 'snapshot', 'snapshot'])
  const acts = Array.from({ length: dice.pick([0, 1, 2, 4, 6]) }, () => drawAct(dice, verbs, offer))
  return {
    seed,
    server: { ...drawServer(dice), cache: { ttlMs: ttl, cacheScope: scope } },
    offer,
    snapshotOf: start === 'snapshot' ? drawEarlier(dice, offer) : undefined,
    remembered: start === 'remembered' ? drawMemory(dice) : undefined,
    keepAlive: dice.chance(0.3) && { interval: offer.overSse ? 60_000 : 10_000 },
    user: dice.pick(['answers', 'answers', 'is slow', 'fails', 'never answers']),
    storeDelay: dice.pick([0, 0, 3, 60]),
    ttl,
    scope,
    verbs,
    otherReads: dice.chance(0.4) ? [dice.between(0, 1_000), dice.between(1_000, 5_000)] : [],
    listeners: dice.chance(0.01) ? [...listeners, drawLazy()] : listeners,
    acts: listeners.length > 0 ? [...acts, ...drawNews(dice)] : acts,
    honest: dice.chance(0.7),
    closeAt: dice.chance(0.12) ? dice.between(0, 5_000) : undefined,
    faults: {
      rate: dice.pick([0, 0, 0.1, 0.25, 0.5]),
      kinds: FAULT_KINDS.filter(() => dice.chance(0.4)),
      afterConnecting: dice.chance(0.5),
    },
  }
}

function drawOvertaking(dice: Dice): Partial<EraPlan> {
  const verbs = Array.from({ length: 6 }, (_, index) => drawRead(dice, index))
  const changes = verbs.map(({ at }) => ({ at: at + dice.between(0, 3), act: { update: true } as const }))
  const listener = { ...drawListener(dice, 0), at: 0, closeAt: undefined }
  return {
    offer: { versions: [MODERN], overSse: false },
    snapshotOf: undefined,
    remembered: undefined,
    ttl: 60_000,
    server: { answer: 'sse', cache: { ttlMs: 60_000, cacheScope: 'private' } },
    scope: 'private',
    verbs,
    listeners: [{ ...listener, filter: { resourceSubscriptions: [listener.tag, WATCHED] } }],
    acts: changes.filter(() => dice.chance(0.7)),
    closeAt: undefined,
    faults: { rate: 0.3, kinds: ['late', 'refused'], afterConnecting: true },
  }
}

function drawOffer(dice: Dice): Offer {
  const versions = dice.pick([[MODERN], [MODERN], [MODERN, ...LEGACY], [MODERN, '2025-06-18'], LEGACY, ['2025-03-26']])
  return dice.chance(0.1) ? { versions: ['2024-11-05'], overSse: true } : { versions, overSse: false }
}

/** No server goes back to HTTP+SSE. */
function drawEarlier(dice: Dice, offer: Offer): Offer {
  return offer.overSse || dice.chance(0.5) ? offer : drawOffer(dice)
}

function drawServer(dice: Dice): DeepPartial<ServerConfig> {
  return {
    answer: dice.chance(0.2) ? 'json' : 'sse',
    session: { issue: dice.chance(0.85) },
    prime: dice.chance(0.7),
    retry: dice.pick([20, 500]),
    sse: { retry: dice.pick([100, 2_000]) },
  }
}

function drawMemory(dice: Dice): EraPlan['remembered'] {
  const age = dice.pick([0, 3_600_000, 90_000_000])
  return { era: dice.pick(['modern', 'modern', 'legacy', 'legacy', 'http-sse']), age }
}

function drawListener(dice: Dice, index: number): PlannedListener {
  const tag = `test://listener-${index}`
  return {
    at: dice.between(0, 2_000),
    tag,
    filter: { toolsListChanged: true, resourceSubscriptions: dice.chance(0.7) ? [tag, WATCHED] : [tag] },
    reopen: dice.chance(0.4),
    closeAt: dice.chance(0.3) ? dice.between(0, 6_000) : undefined,
    lazy: false,
  }
}

function drawLazy(): PlannedListener {
  const tag = 'test://listener-lazy'
  const filter = { toolsListChanged: true, resourceSubscriptions: [tag] }
  return { at: 0, tag, filter, reopen: false, closeAt: undefined, lazy: true }
}

function drawNews(dice: Dice): EraPlan['acts'] {
  return Array.from({ length: dice.between(1, 4) }, () => ({
    at: dice.between(0, 6_000),
    act: dice.chance(0.6) ? { update: true } : { announce: 1 },
  }))
}

function drawAct(dice: Dice, verbs: readonly PlannedVerb[], offer: Offer): EraPlan['acts'][number] {
  const acts: PlannedAct[] = [
    { closeStreams: 'all' },
    { closeStreams: 'post' },
    { expireSessions: true },
    { restart: true },
    { update: true },
    { update: true },
    { partition: 'another' },
    // What speaks HTTP+SSE lives elsewhere, and nobody moves there.
    { offer: offer.overSse ? offer : { ...drawOffer(dice), overSse: false } },
  ]
  return { at: dice.pick(verbs).at + dice.between(0, dice.pick([50, 500, 2_000])), act: dice.pick(acts) }
}
