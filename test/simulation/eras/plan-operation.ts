/** One thing that a client of such a run does: calls a tool, reads, or lists. */
import type { Dice } from '../random-choices.ts'

export interface PlannedVerb {
  /** Milliseconds after the connection was made. */
  at: number
  tag: string
  kind: 'call' | 'read' | 'list'
  tool: string
  args: Record<string, unknown>
  /** The text of the one right result; undefined where only the server knows it. */
  expected: string | undefined
  progress: boolean
  /** It may run twice without harm, and the tool says so. */
  harmless: boolean
  retry: 'never' | 'safe'
  fresh: boolean
  timeout: number
  /** Milliseconds after `at`. */
  abortAt: number | undefined
}

/** Soon after others like it. */
export function drawRead(dice: Dice, index: number): PlannedVerb {
  const common = { tag: `verb-${index}`, progress: false, retry: 'never', fresh: false, timeout: 20_000 } as const
  return { ...READ, ...common, at: 20 + dice.between(0, 40) * 10, abortAt: undefined }
}

type Drawn = Pick<PlannedVerb, 'kind' | 'tool' | 'args' | 'expected' | 'harmless'> & { progress?: boolean }

export function drawVerb(dice: Dice, index: number): PlannedVerb {
  const tag = `verb-${index}`
  const drawn = dice.pick(DRAW)(dice, tag, index)
  // A user who never answers keeps a call for ever: only its caller ends it.
  const isAsking = drawn.tool === 'ask'
  return {
    at: dice.chance(0.25) ? 0 : dice.between(0, 4_000),
    tag,
    progress: false,
    retry: dice.chance(0.5) ? 'safe' : 'never',
    fresh: dice.chance(0.1),
    timeout: dice.chance(0.8) ? 20_000 : dice.between(1, 2_000),
    abortAt: isAsking ? dice.between(0, 8_000) : dice.chance(0.15) ? dice.between(0, 1_500) : undefined,
    ...drawn,
  }
}

/** Reads are many, because only several of them show what was kept. */
const DRAW: ((dice: Dice, tag: string, index: number) => Drawn)[] = [
  (_, tag) => ({ kind: 'call', tool: 'echo', args: { tag, text: tag }, expected: tag, harmless: true }),
  (dice, tag, index) => {
    const ms = dice.between(0, 100) * 16 + index
    return { kind: 'call', tool: 'slow', args: { tag, ms }, expected: `waited ${ms} ms`, harmless: true }
  },
  (dice, tag) => {
    const args = { tag, ms: dice.pick([0, 150, 400]) }
    return { kind: 'call', tool: 'counter', args, expected: undefined, harmless: false }
  },
  (dice, tag) => {
    const to = dice.between(1, 5)
    const args = { tag, to, every: dice.pick([0, 10, 400]) }
    return { kind: 'call', tool: 'count', args, expected: `counted to ${to}`, harmless: true, progress: true }
  },
  (dice, tag) => {
    const args = { tag, region: dice.pick(['here', ' there', 'Zürich', '=?base64?eA==?=']), priority: 7 }
    return { kind: 'call', tool: 'region', args, expected: JSON.stringify(args), harmless: true }
  },
  (dice, tag) => {
    const rounds = dice.between(1, 3)
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
