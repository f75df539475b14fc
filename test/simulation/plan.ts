/** What one seed stands for: a server, a client, some calls, and what befalls them. */
import type { ConnectOptions } from '../../src/core/index.ts'
import type { Act, DeepPartial, ServerConfig } from '../../src/testing/index.ts'
import { createDice, type Dice } from './dice.ts'
import { FAULT_KINDS, type FaultKind } from './faults.ts'

export interface PlannedCall {
  /** Milliseconds after the connection was made. */
  at: number
  /** In the arguments, so that the server's journal tells the calls apart. */
  tag: string
  tool: 'echo' | 'count' | 'counter' | 'slow'
  args: Record<string, unknown>
  /** The text of the one right result; undefined where only the server knows it. */
  expected: string | undefined
  progress: boolean
  timeout: number
  /** Milliseconds after `at`. */
  abortAt: number | undefined
}

export interface Plan {
  seed: number
  server: DeepPartial<ServerConfig>
  client: Pick<ConnectOptions, 'transport' | 'timeout' | 'maxTimeout' | 'keepAlive' | 'handlers'>
  calls: PlannedCall[]
  acts: { at: number; act: Act }[]
  /** When the client is closed, if that is before all calls have settled. */
  closeAt: number | undefined
  /** The client is detached instead of closed. */
  keep: boolean
  /** Whether the server's own counter is asked in the end. */
  audit: boolean
  faults: {
    /** How likely one befalls a request. */
    rate: number
    /** Few kinds at a time go deeper than all at once. */
    kinds: FaultKind[]
    /** Whether connecting is spared. */
    afterConnecting: boolean
  }
}

export const MAX_TIMEOUT = 40_000

export function createPlan(seed: number): Plan {
  const dice = createDice(seed)
  const overSse = dice.chance(0.12)
  // Chance alone seldom resumes a stream twice, so some seeds are about nothing else.
  const polls = !overSse && dice.chance(0.3)
  const calls = Array.from({ length: dice.between(3, 7) }, (_, index) => createCall(dice, index, polls))
  const keep = dice.chance(0.1)
  const acts = dice.pick(polls ? [3, 5, 8] : [0, 0, 1, 2, 4])
  return {
    seed,
    server: { ...createServerConfig(dice), ...(polls && POLLING) },
    client: {
      timeout: 20_000,
      maxTimeout: MAX_TIMEOUT,
      ...(overSse && { transport: 'sse' }),
      keepAlive: dice.chance(0.2) && { interval: overSse ? 60_000 : 5_000 },
      handlers: dice.chance(0.25) ? { roots: () => [] } : {},
    },
    calls,
    acts: Array.from({ length: acts }, () => createAct(dice, calls, polls)),
    closeAt: dice.chance(keep ? 0.7 : 0.15) ? dice.between(0, 5_000) : undefined,
    keep,
    audit: dice.chance(0.25),
    faults: {
      rate: dice.pick([0, 0.1, 0.25, 0.25, 0.5, 0.8]),
      kinds: FAULT_KINDS.filter(() => dice.chance(0.4)),
      afterConnecting: dice.chance(0.85),
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

function createServerConfig(dice: Dice): DeepPartial<ServerConfig> {
  const retry = dice.pick([undefined, 0, 20, 500, 3_000])
  return {
    versions: dice.pick([
      ['2025-11-25'],
      ['2025-11-25'],
      ['2025-11-25'],
      ['2025-11-25', '2025-06-18'],
      ['2025-06-18'],
      ['2025-03-26'],
    ]),
    answer: dice.chance(0.12) ? 'json' : 'sse',
    session: { issue: dice.chance(0.85) },
    prime: dice.chance(0.85),
    ...(retry !== undefined && { retry }),
    replay: dice.chance(0.25) ? 'duplicate' : 'missed',
    unknownCursor: dice.pick(['empty', { status: 400 }, { status: 404 }] as const),
    get: dice.pick(['accept', 'accept', 'accept', 'accept', 'acceptAndClose', { status: 405 }] as const),
    sse: { retry: dice.pick([0, 100, 5_000]), ibm: dice.chance(0.2) },
  }
}

function createCall(dice: Dice, index: number, polls: boolean): PlannedCall {
  const tag = `call-${index}`
  const common = {
    at: dice.chance(0.2) ? 0 : dice.between(0, 4_000),
    tag,
    timeout: dice.chance(0.75) ? 20_000 : dice.between(1, 2_000),
    abortAt: dice.chance(0.15) ? dice.between(0, 1_500) : undefined,
  }
  // A duration of its own for each call, so that no two results are the same.
  const ms = dice.between(0, 150) * 16 + index
  const to = dice.between(1, 6)
  const every = dice.pick(polls ? [10, 150, 400, 1_000] : [0, 0, 10, 150, 400])
  return dice.pick([
    { ...common, tool: 'echo', args: { tag, text: tag }, expected: tag, progress: false },
    { ...common, tool: 'slow', args: { tag, ms }, expected: `waited ${ms} ms`, progress: false },
    { ...common, tool: 'counter', args: { tag, ms: every }, expected: undefined, progress: false },
    { ...common, tool: 'count', args: { tag, to, every }, expected: `counted to ${to}`, progress: true },
    { ...common, tool: 'count', args: { tag, to, every }, expected: `counted to ${to}`, progress: true },
  ] as const satisfies PlannedCall[])
}

/** Mostly while some call is under way. */
function createAct(dice: Dice, calls: readonly PlannedCall[], polls: boolean): Plan['acts'][number] {
  const closings: Act[] = [{ closeStreams: 'post' }, { closeStreams: 'all' }, { closeStreams: 'get' }]
  const losses: Act[] = [{ expireSessions: true }, { expireSessions: true }, { restart: true }]
  const act = dice.pick(dice.chance(polls ? 0.95 : 0.5) ? closings : losses)
  return { at: dice.pick(calls).at + dice.between(0, dice.pick([50, 500, 2_000])), act }
}
