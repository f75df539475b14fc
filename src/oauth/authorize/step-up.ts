/** Limits how often a user is asked for more scopes, so that a server cannot ask without end. */
import type { TokenSet } from '../store/records.ts'
import { coversScopes } from './scope.ts'

/** Per operation in a row, and over all operations per `WINDOW`. */
const MAX_STEP_UPS = 3
/** Milliseconds. */
const WINDOW = 600_000

export interface StepUpLimit {
  /** Counts a step-up for these scopes, or for more than before if the server named none. Returns false if the user must not be asked. */
  tryStart(operation: string, scope: string | undefined, tokens: TokenSet | undefined): boolean
  /** The server accepted the operation, so its count starts again. */
  recordSuccess(operation: () => string): void
}

export function createStepUpLimit(now: () => number, maxPerOperation = 1): StepUpLimit {
  const started = new Map<string, { count: number; context: string | undefined }>()
  let recent: number[] = []
  return {
    tryStart(operation, scope, tokens) {
      const before = started.get(operation)
      const context = tokens?.context
      // Concurrent calls under the same sign-in share one step-up.
      if (before && before.context === context) return true
      recent = recent.filter((at) => at > now() - WINDOW)
      const count = before?.count ?? 0
      // Scopes that were requested and not granted would not be granted the next time.
      const isFutile = scope && tokens && coversScopes(tokens.requested, scope)
      if (isFutile || count >= Math.min(maxPerOperation, MAX_STEP_UPS) || recent.length >= MAX_STEP_UPS) return false
      recent.push(now())
      started.set(operation, { count: count + 1, context })
      return true
    },
    recordSuccess(operation) {
      if (started.size) started.delete(operation())
    },
  }
}

/** The JSON-RPC method, and the name of the tool or prompt if there is one. */
export function operationOf({ method, body }: { method: string; body?: string }): string {
  try {
    const message = JSON.parse(body ?? '') as { method?: unknown; params?: { name?: unknown } }
    return JSON.stringify([message.method, message.params?.name])
  } catch {
    return method
  }
}
