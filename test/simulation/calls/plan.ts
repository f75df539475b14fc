/** The plan of a call run, created from its seed: a server, a client, some calls, and what disturbs them. */

import type { Act } from '../../../playground/server/control/act.ts'
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { DeepPartial, ServerConfig } from '../../../src/testing/index.ts'
import { FAULT_KINDS, type FaultPlan } from '../network/faults.ts'
import { createRandomChoices, type RandomChoices } from '../random-choices.ts'
import { createHabitPlan, type Habit, habitOf } from './server-habits.ts'

export interface PlannedCall {
  /** Milliseconds after the connection was made. */
  at: number
  /** In the arguments, so that the server's journal tells the calls apart. */
  tag: string
  tool: 'echo' | 'count' | 'counter' | 'slow'
  args: Record<string, unknown>
  /** The text of the right result; undefined where only the server knows it. */
  expected: string | undefined
  progress: boolean
  timeout: number
  /** Milliseconds after `at`. */
  abortAt: number | undefined
}

export interface CallPlan {
  seed: number
  server: DeepPartial<ServerConfig>
  client: Pick<ConnectOptions, 'transport' | 'timeout' | 'maxTotalTimeout' | 'keepAlive' | 'handlers'>
  calls: PlannedCall[]
  acts: { at: number; act: Act }[]
  /** Milliseconds between two pings of the server, if it sends any. */
  pings: number | undefined
  /** When the client is closed, if that is before all calls have settled. */
  closeAt: number | undefined
  /** The client is detached instead of closed. */
  detach: boolean
  /** Whether the executions of the counter tool are compared with the journal. */
  checkCounter: boolean
  faults: FaultPlan
  habit?: Habit
}

export const MAX_TIMEOUT = 40_000

export function createCallPlan(seed: number): CallPlan {
  const habit = habitOf(seed)
  if (habit) return createHabitPlan(seed, habit)
  const random = createRandomChoices(seed)
  const overSse = random.chance(0.12)
  // A stream is seldom resumed twice by chance, so some seeds are about polling only.
  const isPolling = !overSse && random.chance(0.3)
  const calls = Array.from({ length: random.between(3, 7) }, (_, index) => drawCall(random, index, isPolling))
  const detach = random.chance(0.1)
  const acts = random.pick(isPolling ? [3, 5, 8] : [0, 0, 1, 2, 4])
  // Drawn by itself, so that seeds keep what else they have.
  const pinging = createRandomChoices(seed ^ 0x71265)
  return {
    seed,
    server: { ...drawServerConfig(random), ...(isPolling && POLLING) },
    client: {
      timeout: 20_000,
      maxTotalTimeout: MAX_TIMEOUT,
      ...(overSse && { transport: 'sse' }),
      keepAlive: random.chance(0.2) && { interval: overSse ? 60_000 : 5_000 },
      handlers: random.chance(0.25) ? { roots: () => [] } : {},
    },
    calls,
    acts: Array.from({ length: acts }, () => drawAct(random, calls, isPolling)),
    pings: pinging.chance(0.1) ? pinging.between(1_000, 5_000) : undefined,
    closeAt: random.chance(detach ? 0.7 : 0.15) ? random.between(0, 5_000) : undefined,
    detach,
    checkCounter: random.chance(0.25),
    faults: {
      rate: random.pick([0, 0.1, 0.25, 0.25, 0.5, 0.8]),
      kinds: FAULT_KINDS.filter(() => random.chance(0.4)),
      afterConnecting: random.chance(0.85),
    },
  }
}

const POLLING: DeepPartial<ServerConfig> = {
  versions: ['2025-11-25'],
  answer: 'sse',
  session: { issue: true },
  prime: true,
  get: 'accept',
}

function drawServerConfig(random: RandomChoices): DeepPartial<ServerConfig> {
  const retry = random.pick([undefined, 0, 20, 500, 3_000])
  return {
    versions: random.pick([
      ['2025-11-25'],
      ['2025-11-25'],
      ['2025-11-25'],
      ['2025-11-25', '2025-06-18'],
      ['2025-06-18'],
      ['2025-03-26'],
    ]),
    answer: random.chance(0.12) ? 'json' : 'sse',
    session: { issue: random.chance(0.85) },
    prime: random.chance(0.85),
    ...(retry !== undefined && { retry }),
    replay: random.chance(0.25) ? 'duplicate' : 'missed',
    unknownCursor: random.pick(['empty', { status: 400 }, { status: 404 }] as const),
    get: random.pick(['accept', 'accept', 'accept', 'accept', 'acceptAndClose', { status: 405 }] as const),
    sse: { retry: random.pick([0, 100, 5_000]), ibm: random.chance(0.2) },
  }
}

function drawCall(random: RandomChoices, index: number, isPolling: boolean): PlannedCall {
  const tag = `call-${index}`
  const common = {
    at: random.chance(0.2) ? 0 : random.between(0, 4_000),
    tag,
    timeout: random.chance(0.75) ? 20_000 : random.between(1, 2_000),
    abortAt: random.chance(0.15) ? random.between(0, 1_500) : undefined,
  }
  // Each call has its own duration, so that no two results are the same.
  const ms = random.between(0, 150) * 16 + index
  const to = random.between(1, 6)
  const every = random.pick(isPolling ? [10, 150, 400, 1_000] : [0, 0, 10, 150, 400])
  return random.pick([
    { ...common, tool: 'echo', args: { tag, text: tag }, expected: tag, progress: false },
    { ...common, tool: 'slow', args: { tag, ms }, expected: `waited ${ms} ms`, progress: false },
    { ...common, tool: 'counter', args: { tag, ms: every }, expected: undefined, progress: false },
    { ...common, tool: 'count', args: { tag, to, every }, expected: `counted to ${to}`, progress: true },
    { ...common, tool: 'count', args: { tag, to, every }, expected: `counted to ${to}`, progress: true },
  ] as const satisfies PlannedCall[])
}

/** Mostly while a call is in flight. */
function drawAct(random: RandomChoices, calls: readonly PlannedCall[], isPolling: boolean): CallPlan['acts'][number] {
  const closings: Act[] = [{ closeStreams: 'post' }, { closeStreams: 'all' }, { closeStreams: 'get' }]
  const losses: Act[] = [{ expireSessions: true }, { expireSessions: true }, { restart: true }]
  const act = random.pick(random.chance(isPolling ? 0.95 : 0.5) ? closings : losses)
  return { at: random.pick(calls).at + random.between(0, random.pick([50, 500, 2_000])), act }
}
