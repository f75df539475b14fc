/** The faults that the network can inject into one request. */
import type { FaultName } from '../../../src/testing/index.ts'
import type { RandomChoices } from '../random-choices.ts'

export const FAULT_KINDS = [
  /** Fails before anything was sent, with an error that does not say so, as in browsers. */
  'unsent',
  /** Fails before anything was sent, with an error that proves it. */
  'refused',
  /** The server gets the request, and its response is lost. */
  'response lost',
  /** An intermediary answers instead of the server. */
  'status',
  /** The session has expired when the request arrives. */
  'session lost',
  /** The response headers are late. */
  'late response',
  /** The response headers never come. */
  'no response',
  /** The body breaks off with an error. */
  'cut',
  /** The body ends early, without an error. */
  'short',
  /** The body falls silent and stays open. */
  'half-open',
  /** The body arrives in small pieces with pauses. */
  'pieces',
  /** The body stays open after the server's last byte. */
  'stays open',
  /** The body stays open after the server's last byte and then breaks off. */
  'late cut',
  /** The server's last byte is followed by many more, and by no end. */
  'flood',
  /** Aborting the signal has no effect, and the response headers are late. */
  'ignores abort',
  /** The stream begins with the answer to another request. */
  'foreign answer',
  /** The answer is followed at once by a progress notification and by a copy of the answer. */
  'repeated answer',
] as const

/** Faults of the mock server for anybody's tests, by their names there. */
export const NAMED_FAULTS = [
  'redirect-302',
  'redirect-307',
  'redirect-308',
  'redirect-loop',
  'redirect-other-origin',
  'html-page',
  'wrong-content-type',
  'unsupported-version',
  'wrong-id',
  'malformed-json',
  'garbage-sse',
  'cut-in-character',
  'slow',
  'closes-to-be-polled',
  'retry-zero',
] as const satisfies readonly FaultName[]

/** Wrong answers that no name there expresses. */
export const WRONG_ANSWERS = [
  /** An error whose body never ends, as plain text or as an event stream. */
  'endless error',
  /** The answer has the id of the request and is neither a result nor an error. */
  'malformed answer',
  /** The stream begins with a result that names no request. */
  'answer without id',
  /** The request is executed, and the response redirects by 302. */
  'executed and redirected',
  /** The request is executed, and the response is 503 with a `Retry-After` that is neither seconds nor a date. */
  'wrong retry-after',
  /** 404, by an error that concerns the request and not the session. */
  'not found',
  /** `fetch` rejects with undefined. */
  'rejects with nothing',
] as const

export type NamedFault = (typeof NAMED_FAULTS)[number]
export type WrongAnswer = (typeof WRONG_ANSWERS)[number]
export type FaultKind = (typeof FAULT_KINDS)[number] | NamedFault | WrongAnswer

export const ALL_FAULTS: readonly FaultKind[] = [...FAULT_KINDS, ...NAMED_FAULTS, ...WRONG_ANSWERS]

/** Which faults a run has. */
export interface FaultPlan {
  /** The probability of a fault, for each request. */
  rate: number
  /** A run with few kinds gets further than one with all of them. */
  kinds: FaultKind[]
  /** Whether requests before the connection was made are left alone. */
  afterConnecting: boolean
  /** The faults of an earlier run, by their names: they take the place of chance. */
  kept?: ReadonlyMap<string, Fault>
}

export const NO_FAULTS: FaultPlan = { rate: 0, kinds: [], afterConnecting: true }

export interface Fault {
  kind: FaultKind
  status: number
  headers: Record<string, string>
  /** Bytes of the body that pass before it takes effect. */
  after: number
  /** Writes of the server that pass before it takes effect, instead of bytes. */
  afterWrites: number | undefined
  milliseconds: number
  /** Whether the server notices at once that the connection is gone. */
  noticed: boolean
}

/** What requests meet while the server cannot be reached. */
export const REFUSAL: Fault = {
  kind: 'refused',
  status: 0,
  headers: {},
  after: 0,
  afterWrites: undefined,
  milliseconds: 0,
  noticed: true,
}

export function drawFault(random: RandomChoices, kinds: readonly FaultKind[]): Fault {
  const status = random.pick([400, 401, 403, 404, 404, 405, 410, 429, 429, 500, 502, 503, 503, 504])
  const hasRetryAfter = (status === 429 || status === 503) && random.chance(0.7)
  return {
    kind: random.pick(kinds),
    status,
    headers: hasRetryAfter ? { 'retry-after': `${random.pick([0, 1, 3, 11, 60])}` } : {},
    after: random.chance(0.15) ? 0 : random.between(0, random.pick([60, 300, 900])),
    afterWrites: random.chance(0.5) ? random.between(1, 4) : undefined,
    milliseconds: random.pick([0, 1, 40, 300, 1_200, 6_000]),
    noticed: random.chance(0.7),
  }
}
