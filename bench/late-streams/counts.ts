/** What is counted while streams end late. */

/** How long after the answer a stream ends. */
export const LATE_MS = 50

export interface LateCounts {
  /** That carried a call. */
  connections: number
  /** Streams that the client closed before their end. */
  cut: number
}

export interface LateSample extends LateCounts {
  msPerCall: number
}
