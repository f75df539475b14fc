/** Connects, and tries again with growing delays as long as the error says that it may help. */
import type { McpError } from '../core/errors.ts'
import type { Client, ReconnectOptions } from '../core/index.ts'
import { backoff } from '../core/util/backoff.ts'
import type { Environment } from '../core/util/environment.ts'
import { needsUser } from '../shared/server-status.ts'

/** A delay that can be ended early. */
export interface Waiting {
  /** Ends the delay before the next attempt, if there is one. */
  wake?: (() => void) | undefined
}

/** Rejects with the last error. `onRetry` returns false to give up. */
export async function connectWithRetries(
  { setTimer, random }: Environment,
  open: () => Promise<Client>,
  { maxAttempts = 5, initialDelay = 1_000, growFactor = 2, maxDelay = 60_000 }: ReconnectOptions,
  waiting: Waiting,
  onRetry: (error: unknown) => boolean,
): Promise<Client> {
  for (let retries = 0; ; retries++) {
    try {
      return await open()
    } catch (error) {
      const mayHelp = (error as Partial<McpError> | null)?.retryable && !needsUser(error)
      if (!mayHelp || retries >= maxAttempts || !onRetry(error)) throw error
      const jitter = 0.8 + 0.4 * random()
      await new Promise<void>((resolve) => {
        const stopTimer = setTimer(resolve, backoff(retries, initialDelay, growFactor, maxDelay) * jitter)
        waiting.wake = () => {
          stopTimer()
          resolve()
        }
      })
      waiting.wake = undefined
    }
  }
}
