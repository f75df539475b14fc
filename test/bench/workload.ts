/** The workload, shared by the server and the clients. */

/** How the server answers a call. */
export type Answers = 'json' | 'sse'

/** Progress notifications that precede the answer of the tool `progress`. */
export const progressCount = 100_000

/** Characters in the result of the tool `big`. */
export const bigLength = 10 * 1024 * 1024

/** One timed piece of work for a client process. */
export type Job =
  | { kind: 'calls'; answers: Answers; inFlight: number; milliseconds: number }
  | { kind: 'big'; answers: Answers; calls: number }
  | { kind: 'progress' }

/** The cost of a job in the process that ran it. */
export interface Sample {
  calls: number
  milliseconds: number
  cpuMilliseconds: number
  /** The peak resident memory of the process so far. */
  peakBytes: number
}
