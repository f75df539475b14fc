/** The calls of an application run. */
import type { PlannedOperation } from '../eras/plan-operation.ts'
import type { RandomChoices } from '../random-choices.ts'

/** The tool with which the server asks several questions under one id. */
export const INTERVIEW = 'interview'

/** Questions of one interview: more than a client may answer at once. */
export const QUESTIONS = 6

/** Milliseconds that the server waits for answers. */
export const INTERVIEW_TIME = 900

/** What the server answers in the end. */
export const INTERVIEWED = 'interviewed'

type Drawn = Pick<PlannedOperation, 'kind' | 'tool' | 'args' | 'expected'> & { progress?: boolean }

export function drawApplicationCall(random: RandomChoices, tag: string, hasGateway: boolean): PlannedOperation {
  const common = {
    at: random.chance(0.25) ? 0 : random.between(0, 4_000),
    tag,
    progress: false,
    harmless: false,
    retry: 'never',
    cacheMode: random.chance(0.2) ? 'refresh' : 'default',
    timeout: hasGateway ? 90_000 : random.chance(0.8) ? 20_000 : random.between(1, 2_000),
    abortAt: random.chance(0.15) ? random.between(0, 1_500) : undefined,
  } as const
  return { ...common, ...random.pick(hasGateway ? [...CALLS, drawLong] : CALLS)(random, tag) }
}

/** A call that a callback makes. */
export function innerCall(tag: string): PlannedOperation {
  const common = { at: 0, progress: false, harmless: false, retry: 'never', cacheMode: 'default' } as const
  return { ...common, tag, timeout: 20_000, abortAt: undefined, ...drawEcho(undefined, tag) }
}

const drawEcho = (_: unknown, tag: string): Drawn => {
  return { kind: 'call', tool: 'echo', args: { tag, text: tag }, expected: tag }
}

/** Longer than a gateway leaves a silent connection open. */
const drawLong = (_: unknown, tag: string): Drawn => {
  return { kind: 'call', tool: 'slow', args: { tag, ms: 70_000 }, expected: 'waited 70000 ms' }
}

const drawRead = (): Drawn => ({ kind: 'read', tool: '', args: {}, expected: undefined })

const CALLS: ((random: RandomChoices, tag: string) => Drawn)[] = [
  drawEcho,
  (random, tag) => {
    const ms = random.between(0, 100) * 16
    return { kind: 'call', tool: 'slow', args: { tag, ms }, expected: `waited ${ms} ms` }
  },
  (random, tag) => {
    const args = { tag, to: random.between(1, 5), every: random.pick([0, 10, 400]) }
    return { kind: 'call', tool: 'count', args, expected: `counted to ${args.to}`, progress: true }
  },
  (random, tag) => ({
    kind: 'call',
    tool: 'counter',
    args: { tag, ms: random.pick([0, 150, 400]) },
    expected: undefined,
  }),
  (_, tag) => ({ kind: 'call', tool: INTERVIEW, args: { tag }, expected: INTERVIEWED }),
  drawRead,
  drawRead,
  drawRead,
]
