/** Exponential backoff. */

export interface BackoffOptions {
  /** Milliseconds before the first retry. */
  initialDelay: number
  growFactor: number
  maxDelay: number
}

/** The delay before a retry in milliseconds, without jitter; `retries` counts those before it. */
export function backoff(retries: number, { initialDelay, growFactor, maxDelay }: BackoffOptions): number {
  return Math.min(maxDelay, initialDelay * growFactor ** retries)
}
