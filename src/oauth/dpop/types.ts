/** The interface between `oauth()` and DPoP (RFC 9449). Only types: a bundle without DPoP has none of its code. */
import type { DPoPHandle } from 'oauth4webapi'
import type { AuthStore, EmitAuthEvent } from '../types.ts'

/** Proves the possession of a key. */
export interface Prover {
  /** For token requests. */
  handle: DPoPHandle
  /** The JWK thumbprint of the public key (RFC 7638). */
  thumbprint: string
  /** Throws if a server that demands a nonce sent no `DPoP-Nonce` header, or one that CORS hides. */
  expectNonce(headers: Headers, server: string): void
  /** Calls `send` with the headers for one request, and once more if the server demands a nonce. */
  sendWithProof(
    token: string,
    method: string,
    url: URL,
    send: (headers: Record<string, string>) => Promise<Response>,
  ): Promise<Response>
}

/** Tokens that are bound to a key (RFC 9449). */
export interface Dpop {
  /** Whether a token that is not bound is refused. */
  readonly required: boolean
  /** The capability that the client declares. */
  readonly extensions: Readonly<Record<string, object>>
  /** @internal Emits a warning, or throws if binding is required. */
  acceptUnbound(issuer: string, emit: EmitAuthEvent): void
  /** @internal Reads the key from the store, or creates one for an algorithm that the server supports. */
  openProver(
    store: AuthStore,
    key: string,
    algorithms: readonly string[] | undefined,
    isExposed: boolean,
    emit: EmitAuthEvent,
  ): Promise<Prover>
}
