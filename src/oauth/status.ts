/** The authorization status and its listeners. */
import { createEmitter } from '../core/util/emitter.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { AuthError } from './errors.ts'
import type { TokenSet } from './store/records.ts'
import type { AuthStatus, EmitAuthEvent } from './types.ts'

export interface StatusHolder {
  readonly current: AuthStatus
  set(next: AuthStatus): AuthStatus
  subscribe(listener: () => void): () => void
}

export function createStatus(emit: EmitAuthEvent): StatusHolder {
  const changed = createEmitter<[]>()
  let changes = 0
  let current: AuthStatus = { status: 'anonymous' }
  return {
    get current() {
      return current
    },
    set(next) {
      if (!isSame(next, current)) {
        current = next
        changes++
        emit({ type: 'status', status: next.status })
        changed.publish()
      }
      return current
    },
    subscribe(listener) {
      const before = changes
      // A listener that subscribes again while it is called must not be called again for the same change.
      return changed.subscribe(() => {
        if (changes !== before) runSafely(listener)
      })
    },
  }
}

/** Errors are compared by identity, since they have few enumerable members. */
function isSame(a: AuthStatus & { error?: AuthError }, b: AuthStatus & { error?: AuthError }): boolean {
  return a.error === b.error && JSON.stringify(a) === JSON.stringify(b)
}

export function toAuthorizedStatus({ as, scope, expiresAt, resource, tokenType }: TokenSet): AuthStatus {
  return { status: 'authorized', issuer: as.issuer, resource, scope, expiresAt, tokenType }
}
