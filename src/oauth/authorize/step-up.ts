/** How often a person may be asked for more scopes: a server must not be able to ask for ever. */

import type { TokenSet } from '../store/records.ts'
import { coversScopes } from './scope.ts'

const CEILING = 3
const WINDOW = 600_000

export interface StepUps {
  /** Whether this operation may ask for these scopes. */
  may(operation: string, scope: string | undefined, tokens: TokenSet | undefined): boolean
  /** The operation was let through. */
  passed(operation: () => string): void
}

export function createStepUps(now: () => number, most = 1): StepUps {
  const asked = new Map<string, { count: number; context: string | undefined }>()
  let recent: number[] = []
  return {
    may(operation, scope, tokens) {
      const before = asked.get(operation)
      const context = tokens?.context
      // Several calls at once are one question.
      if (before && before.context === context) return true
      recent = recent.filter((at) => at > now() - WINDOW)
      const count = before?.count ?? 0
      // What was asked for and not granted would not be granted the next time.
      const vain = tokens && coversScopes(tokens.requested, scope)
      if (vain || count >= Math.min(most, CEILING) || recent.length >= CEILING) return false
      recent.push(now())
      asked.set(operation, { count: count + 1, context })
      return true
    },
    passed(operation) {
      if (asked.size) asked.delete(operation())
    },
  }
}

/** The method, and the tool if there is one. */
export function operationOf({ method, body }: { method: string; body?: string }): string {
  try {
    const message = JSON.parse(body ?? '') as { method?: unknown; params?: { name?: unknown } }
    return JSON.stringify([message.method, message.params?.name])
  } catch {
    return method
  }
}
