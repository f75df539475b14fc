/** What can befall one request on the network. */
import type { Dice } from '../random-choices.ts'

export const FAULT_KINDS = [
  /** Fails before anything was sent, as every runtime reports it: without saying so. */
  'unsent',
  /** Fails before anything was sent, and the error proves it. */
  'refused',
  /** The server gets it, and its response never arrives. */
  'head lost',
  /** Somebody in between answers instead of the server. */
  'status',
  /** The session is gone when the request arrives. */
  'session lost',
  /** The head takes its time. */
  'late',
  /** The head never comes. */
  'no head',
  /** The body breaks off with an error. */
  'cut',
  /** The body ends early, as if that were all. */
  'short',
  /** The body falls silent and stays open. */
  'half-open',
  /** The body arrives in small pieces with pauses. */
  'pieces',
  /** After the server's last byte the body stays open. */
  'held',
  /** After the server's last byte the body stays open for a while and breaks off. */
  'late cut',
  /** After the server's last byte come many more, and no end. */
  'flood',
  /** Aborting the signal has no effect, and the head takes its time. */
  'deaf',
  /** The stream begins with the answer to another request. */
  'foreign',
  /** The answer is followed at once by a progress notification and by itself. */
  'repeated',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  kind: FaultKind
  status: number
  headers: Record<string, string>
  /** Bytes that pass before it strikes. */
  after: number
  /** Writes of the server that pass before it strikes, instead of bytes. */
  afterWrites: number | undefined
  milliseconds: number
  /** Whether the server learns at once that the client is cut off. */
  noticed: boolean
}

export function drawFault(dice: Dice, kinds: readonly FaultKind[]): Fault {
  const status = dice.pick([400, 401, 403, 404, 404, 405, 410, 429, 429, 500, 502, 503, 503, 504])
  const waits = (status === 429 || status === 503) && dice.chance(0.7)
  return {
    kind: dice.pick(kinds),
    status,
    headers: waits ? { 'retry-after': `${dice.pick([0, 1, 3, 11, 60])}` } : {},
    after: dice.chance(0.15) ? 0 : dice.between(0, dice.pick([60, 300, 900])),
    afterWrites: dice.chance(0.5) ? dice.between(1, 4) : undefined,
    milliseconds: dice.pick([0, 1, 40, 300, 1_200, 6_000]),
    noticed: dice.chance(0.7),
  }
}
