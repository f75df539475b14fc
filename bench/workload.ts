/** The workload, shared by the server and the clients. */

/** How the server answers a call. */
export type Answers = 'json' | 'sse'

/** A revision of each era. */
export type Revision = '2025-11-25' | '2026-07-28'

/** Progress notifications that precede the answer of the tool `progress`. */
export const progressCount = 100_000

/** Characters in the result of the tool `big`. */
export const bigLength = 10 * 1024 * 1024

export const pathOf = (revision: Revision, answers: Answers): string => `/${revision}/${answers}`

/** One piece of work for a client process; `path` is that of the server. */
export type Job =
  | { kind: 'calls'; path: string; inFlight: number; milliseconds: number }
  | { kind: 'big'; path: string; calls: number }
  | { kind: 'progress'; path: string }
  | { kind: 'idle-clients'; path: string; count: number }
  | { kind: 'open-calls'; path: string; count: number }

/** The cost of a job in the process that ran it. */
export interface Sample {
  calls: number
  milliseconds: number
  cpuMilliseconds: number
  /** The peak resident memory of the process so far. */
  peakBytes: number
  /** What each client or call of a memory job keeps in the heap and outside of it. */
  bytesPerUnit?: number
}
