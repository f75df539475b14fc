/** Where authorization stands, for whoever wants to show it. */
import { attempt } from '../util/attempt.ts'
import { given } from './given.ts'
import type { AuthEvent, AuthStatus } from './types.ts'
import type { TokenSet } from './vault.ts'

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
        for (const listener of [...listeners]) attempt(listener)
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
function isSame(a: AuthStatus, b: AuthStatus): boolean {
  if (a.status === 'failed') return b.status === 'failed' && a.error === b.error
  return JSON.stringify(a) === JSON.stringify(b)
}

export function authorizedBy({ as, scope, expiresAt, resource, tokenType }: TokenSet): AuthStatus {
  const bound = tokenType === 'dpop' ? tokenType : undefined
  return { status: 'authorized', issuer: as.issuer, resource, ...given({ scope, expiresAt, tokenType: bound }) }
}
