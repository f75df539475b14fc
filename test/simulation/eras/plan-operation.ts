/** The operations of an era run: tool calls, resource reads and lists. */
import type { RandomChoices } from '../random-choices.ts'

export interface PlannedOperation {
  /** Milliseconds after the connection was made. */
  at: number
  tag: string
  kind: 'call' | 'read' | 'list'
  tool: string
  args: Record<string, unknown>
  /** The text of the right result; undefined where only the server knows it. */
  expected: string | undefined
  progress: boolean
  /** It may be executed twice, and the annotations of the tool say so. */
  harmless: boolean
  retry: 'never' | 'safe'
  cacheMode: 'default' | 'refresh'
  timeout: number
  /** Milliseconds after `at`. */
  abortAt: number | undefined
}

/** A read within 420 ms of the beginning, so that several are close together. */
export function drawRead(random: RandomChoices, index: number): PlannedOperation {
  const common = {
    tag: `call-${index}`,
    progress: false,
    retry: 'never',
    cacheMode: 'default',
    timeout: 20_000,
  } as const
  return { ...READ, ...common, at: 20 + random.between(0, 40) * 10, abortAt: undefined }
}

type Drawn = Pick<PlannedOperation, 'kind' | 'tool' | 'args' | 'expected' | 'harmless'> & { progress?: boolean }

export function drawOperation(random: RandomChoices, index: number): PlannedOperation {
  const tag = `call-${index}`
  const drawn = random.pick(OPERATIONS)(random, tag, index)
  // A user who never answers keeps a call open for ever, so calls that ask the user are always aborted.
  const asksUser = drawn.tool === 'ask'
  return {
    at: random.chance(0.25) ? 0 : random.between(0, 4_000),
    tag,
    progress: false,
    retry: random.chance(0.5) ? 'safe' : 'never',
    cacheMode: random.chance(0.1) ? 'refresh' : 'default',
    timeout: random.chance(0.8) ? 20_000 : random.between(1, 2_000),
    abortAt: asksUser ? random.between(0, 8_000) : random.chance(0.15) ? random.between(0, 1_500) : undefined,
    ...drawn,
  }
}

/** Reads are frequent, because the cache shows only in repeated reads. */
const OPERATIONS: ((random: RandomChoices, tag: string, index: number) => Drawn)[] = [
  (_, tag) => ({ kind: 'call', tool: 'echo', args: { tag, text: tag }, expected: tag, harmless: true }),
  (random, tag, index) => {
    const ms = random.between(0, 100) * 16 + index
    return { kind: 'call', tool: 'slow', args: { tag, ms }, expected: `waited ${ms} ms`, harmless: true }
  },
  (random, tag) => {
    const args = { tag, ms: random.pick([0, 150, 400]) }
    return { kind: 'call', tool: 'counter', args, expected: undefined, harmless: false }
  },
  (random, tag) => {
    const to = random.between(1, 5)
    const args = { tag, to, every: random.pick([0, 10, 400]) }
    return { kind: 'call', tool: 'count', args, expected: `counted to ${to}`, harmless: true, progress: true }
  },
  (random, tag) => {
    const args = { tag, region: random.pick(['here', ' there', 'Zürich', '=?base64?eA==?=']), priority: 7 }
    return { kind: 'call', tool: 'region', args, expected: JSON.stringify(args), harmless: true }
  },
  (random, tag) => {
    const rounds = random.between(1, 3)
    const answer = { action: 'accept', content: { name: tag } }
    const keys = Array.from({ length: rounds }, (_, round) => [`form ${round + 1}`, answer])
    const args = { tag, what: 'form', message: tag, rounds }
    return { kind: 'call', tool: 'ask', args, expected: JSON.stringify(Object.fromEntries(keys)), harmless: false }
  },
  (_, tag) => ({
    kind: 'call',
    tool: 'later',
    args: { tag },
    expected: 'done, the second time',
    harmless: false,
  }),
  ...Array.from({ length: 4 }, () => () => READ),
  () => ({ kind: 'list', tool: '', args: {}, expected: undefined, harmless: true }),
]

const READ: Drawn = { kind: 'read', tool: '', args: {}, expected: undefined, harmless: true }
