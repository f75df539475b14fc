/** The plan of an application run, created from its seed: one or two tabs of a page that do all that applications do. */
import type { Act } from '../../../playground/server/control/act.ts'
import type { DeepPartial, ServerConfig } from '../../../src/testing/index.ts'
import type { PlannedOperation } from '../eras/plan-operation.ts'
import { MODERN, type Offer } from '../eras/request-era.ts'
import type { UserBehaviour } from '../eras/user.ts'
import { ALL_FAULTS, FAULT_KINDS, type FaultPlan, NAMED_FAULTS, NO_FAULTS, WRONG_ANSWERS } from '../network/faults.ts'
import { createRandomChoices, type RandomChoices } from '../random-choices.ts'
import { drawApplicationCall, INTERVIEW, INTERVIEWED, innerCall } from './plan-call.ts'
import { drawMoment } from './plan-moments.ts'

/** The callbacks of an application, each of which may call tools. */
export const CALLBACKS = ['progress', 'event', 'question', 'status', 'headers', 'notification', 'change'] as const

/** How many calls such a callback makes. */
export const INNER_CALLS = 2

export type Callback = (typeof CALLBACKS)[number]

export interface PlannedTab {
  operations: PlannedOperation[]
  /** The callbacks that make a call when they are called first. */
  callsFrom: Callback[]
  listens: boolean
  closeAt: number | undefined
}

export type ApplicationAct =
  | Act
  /** The server has another offer from now on. */
  | { offer: Offer }
  /** Another user signs in, in one of the tabs; the other one learns it from the store that they share. */
  | { signIn: string }
  /** The token in use is refused from now on. */
  | { expireToken: true }
  /** The clock of the machine is set, by milliseconds. */
  | { setClock: number }
  /** The machine sleeps, and its connections die. The monotonic clock may or may not count that. */
  | { sleep: number; isCounted: boolean }
  /** The server cannot be reached for so many milliseconds. */
  | { outage: number }

/** How a server says that it has lost a session: by the names of the servers that say it so. */
export const LOSSES = ['404', '410', 'typescript', 'not initialized', 'proxy', 'python', 'rust', 'expired'] as const

export type Loss = (typeof LOSSES)[number]

/** What else shows the server, by a client of its own. */
export type ViewKind = 'store' | 'group'

export interface ApplicationPlan {
  seed: number
  server: DeepPartial<ServerConfig>
  offer: Offer
  loss: Loss
  tabs: PlannedTab[]
  views: ViewKind[]
  acts: { at: number; act: ApplicationAct }[]
  /** Whether a gateway cuts connections that are silent for a minute. */
  hasGateway: boolean
  /** What private answers are cached by: the headers, or what the shared store says of who is signed in. */
  partition: 'headers' | 'store'
  /** Milliseconds that each access to the shared store takes. */
  storeDelay: number
  /** Whether getting a new token fails, until the end. */
  refreshFails: boolean
  user: UserBehaviour
  keepAlive: false | { interval: number }
  faults: FaultPlan
}

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26']

export function createApplicationPlan(seed: number): ApplicationPlan {
  const random = createRandomChoices(seed ^ 0xab5)
  const plan = drawWholePlan(random, seed)
  return { ...plan, ...drawMoment(seed, plan) }
}

function drawWholePlan(random: RandomChoices, seed: number): ApplicationPlan {
  const plan = drawPlan(random, seed)
  // A question is seldom open during an upgrade by chance, so some seeds are about that only.
  if (random.chance(0.06)) return { ...plan, ...drawAsking(random) }
  return random.chance(0.1) ? { ...plan, ...drawOutage(random, plan) } : plan
}

/** The server is away, for up to a quarter of an hour, while applications look at it. */
function drawOutage(random: RandomChoices, { server }: ApplicationPlan): Partial<ApplicationPlan> {
  const acts: ApplicationAct[] = [{ restart: true }, { expireSessions: true }, { closeStreams: 'all' }]
  return {
    // Clients without a session would share one stream.
    server: { ...server, session: { issue: true } },
    views: random.pick([['store'], ['group'], ['store', 'group']]),
    acts: [
      { at: random.between(0, 4_000), act: { outage: random.pick([1_000, 20_000, 120_000, 900_000]) } },
      ...(random.chance(0.5) ? [{ at: random.between(0, 8_000), act: random.pick(acts) }] : []),
    ],
  }
}

/** The server becomes modern while the user answers its questions. */
function drawAsking(random: RandomChoices): Partial<ApplicationPlan> {
  const call = { ...innerCall('0-0'), tool: INTERVIEW, args: { tag: '0-0' }, expected: INTERVIEWED }
  const others = [100, 300, 650].map((at, index) => ({ ...innerCall(`0-${index + 1}`), at }))
  return {
    offer: { versions: LEGACY, overSse: false },
    server: { answer: 'sse', session: { issue: true } },
    tabs: [{ operations: [call, ...others], callsFrom: [], listens: random.chance(0.3), closeAt: undefined }],
    acts: [{ at: random.between(20, 400), act: { offer: { versions: [MODERN], overSse: false } } }],
    user: 'is slow',
    hasGateway: false,
    faults: NO_FAULTS,
  }
}

function drawPlan(random: RandomChoices, seed: number): ApplicationPlan {
  const isRolling = random.chance(0.2)
  const hasGateway = random.chance(0.1)
  const offer = drawOffer(random, isRolling)
  const tabs = Array.from({ length: random.pick([1, 1, 2]) }, (_, index) => drawTab(random, index, hasGateway))
  const acts = Array.from({ length: random.pick([0, 1, 1, 2, 4]) }, () => drawAct(random))
  return {
    seed,
    server: drawServerConfig(random, isRolling),
    offer,
    loss: random.pick(LOSSES),
    tabs,
    views: [],
    acts: isRolling ? [...acts, ...drawRollingUpgrade(random, offer)] : acts,
    hasGateway,
    partition: random.pick(['headers', 'store'] as const),
    storeDelay: random.pick([0, 0, 3, 40]),
    refreshFails: random.chance(0.1),
    user: random.pick(['answers', 'is slow', 'fails', 'never answers']),
    keepAlive: random.chance(0.2) && { interval: offer.overSse ? 60_000 : 10_000 },
    faults: drawFaults(random),
  }
}

function drawFaults(random: RandomChoices): FaultPlan {
  const kinds = random.chance(0.4)
    ? [random.pick(random.chance(0.5) ? WRONG_ANSWERS : [...NAMED_FAULTS, ...FAULT_KINDS])]
    : ALL_FAULTS.filter(() => random.chance(0.25))
  return { rate: random.pick([0, 0.1, 0.25, 0.5]), kinds, afterConnecting: random.chance(0.8) }
}

function drawOffer(random: RandomChoices, isRolling: boolean): Offer {
  if (!isRolling && random.chance(0.1)) return { versions: ['2024-11-05'], overSse: true }
  const versions = random.pick([[MODERN], [MODERN, ...LEGACY], LEGACY, LEGACY, ['2025-03-26']])
  return { versions, overSse: false }
}

function drawServerConfig(random: RandomChoices, isRolling: boolean): DeepPartial<ServerConfig> {
  return {
    answer: random.chance(0.2) ? 'json' : 'sse',
    session: { issue: isRolling || random.chance(0.9) },
    prime: random.chance(0.7),
    retry: random.pick([20, 500]),
    sse: { retry: random.pick([100, 2_000]) },
    cache: { ttlMs: random.pick([0, 2_500, 60_000]), cacheScope: 'private' },
  }
}

function drawTab(random: RandomChoices, tab: number, hasGateway: boolean): PlannedTab {
  const operations = Array.from({ length: random.between(2, 5) }, (_, index) =>
    drawApplicationCall(random, `${tab}-${index}`, hasGateway),
  )
  const interview = operations.find(({ tool }) => tool === INTERVIEW)
  return {
    // The questions of two interviews could not be told apart.
    operations: operations.filter((operation) => operation.tool !== INTERVIEW || operation === interview),
    callsFrom: CALLBACKS.filter(() => random.chance(0.25)),
    listens: random.chance(0.3),
    closeAt: random.chance(0.1) ? random.between(0, 4_000) : undefined,
  }
}

function drawAct(random: RandomChoices): ApplicationPlan['acts'][number] {
  const acts: ApplicationAct[] = [
    { expireSessions: true },
    { expireSessions: true },
    { restart: true },
    { closeStreams: 'all' },
    { signIn: 'bob' },
    { signIn: 'alice' },
    { expireToken: true },
    { setClock: random.pick([-3_600_000, -30_000, 3_600_000, 400 * 86_400_000]) },
    { sleep: 600_000, isCounted: random.chance(0.5) },
  ]
  return { at: random.between(0, 4_000), act: random.pick(acts) }
}

/** The servers behind a load balancer are replaced one by one: requests meet the old offer and the new one in turn. */
function drawRollingUpgrade(random: RandomChoices, before: Offer): ApplicationPlan['acts'] {
  const after = { versions: random.pick([[MODERN], [MODERN, ...LEGACY], LEGACY]), overSse: false }
  const start = random.between(0, 2_000)
  const step = random.pick([3, 40, 400])
  return Array.from({ length: 5 }, (_, index) => ({
    at: start + index * step,
    act: { offer: index % 2 === 0 ? after : before },
  }))
}
