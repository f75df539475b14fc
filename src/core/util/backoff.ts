/** Exponential backoff: the delay before a retry in milliseconds, without jitter. `retries` counts the earlier ones. */
export function backoff(retries: number, initialDelay: number, growFactor: number, maxDelay: number): number {
  return Math.min(maxDelay, initialDelay * growFactor ** retries)
}
