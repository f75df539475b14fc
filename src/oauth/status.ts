/** Where authorization stands, for whoever wants to show it. */
import { runSafely } from '../core/util/run-safely.ts'
import type { AuthError } from './errors.ts'
import type { TokenSet } from './store/records.ts'
import type { AuthEvent, AuthStatus } from './types.ts'

export type EmitAuth = (event: AuthEvent) => void

export interface StatusSlot {
  readonly current: AuthStatus
  set(next: AuthStatus): AuthStatus
  subscribe(listener: () => void): () => void
}

export function createStatus(emit: EmitAuth): StatusSlot {
  const listeners = new Set<() => void>()
  let current: AuthStatus = { status: 'anonymous' }
  return {
    get current() {
      return current
    },
    set(next) {
      if (!isSame(next, current)) {
        current = next
        emit({ type: 'status', status: next.status })
        for (const listener of [...listeners]) runSafely(listener)
      }
      return current
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Errors say little as JSON. */
function isSame(a: AuthStatus & { error?: AuthError }, b: AuthStatus & { error?: AuthError }): boolean {
  return a.error === b.error && JSON.stringify(a) === JSON.stringify(b)
}

export function authorizedBy({ as, scope, expiresAt, resource, tokenType }: TokenSet): AuthStatus {
  return { status: 'authorized', issuer: as.issuer, resource, scope, expiresAt, tokenType }
}
