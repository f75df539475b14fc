/** The entry `mcp-over-fetch/oauth/dpop`: tokens that are useless without a key (RFC 9449). */
import { AuthError } from '../errors.ts'
import { openProver } from './prover.ts'
import type { Dpop } from './types.ts'

export type { Dpop } from './types.ts'

/** The options of `dpop()`. */
export interface DpopOptions {
  /** Refuses tokens that are not bound. @default false */
  required?: boolean | undefined
}

/** Requests tokens that are bound to a key. The key is kept in the store if that can hold one. */
export function dpop({ required = false }: DpopOptions = {}): Dpop {
  return {
    required,
    extensions: { 'io.modelcontextprotocol/auth/dpop': {} },
    openProver,
    acceptUnbound(issuer, emit) {
      const message = `${issuer} does not bind its tokens to a key`
      if (required) throw new AuthError(message, { reason: 'dpop-refused', issuer })
      emit({ type: 'warning', message })
    },
  }
}
