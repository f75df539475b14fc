/** The load: what is asked of every contestant, the same in the server and in the clients. */

/** How the server answers a call. */
export type Answers = 'json' | 'sse'

/** Progress notifications that precede the answer of the tool `progress`. */
export const progressCount = 100_000

/** Characters in the result of the tool `big`. */
export const bigLength = 10 * 1024 * 1024

/** One timed stretch of work that a client process is asked to do. */
export type Job =
  | { kind: 'calls'; answers: Answers; inFlight: number; milliseconds: number }
  | { kind: 'big'; answers: Answers; calls: number }
  | { kind: 'progress' }

/** What a job cost the process that did it, and nobody else. */
export interface Sample {
  calls: number
  milliseconds: number
  cpuMilliseconds: number
  /** The largest resident memory of the process so far. */
  peakBytes: number
}
