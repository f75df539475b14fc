/** What grants without a person and DPoP are to the rest: seams, so that a bundle has only what is used. */
import type { ClientAuth, DPoPHandle } from 'oauth4webapi'
import type { Base } from './context.ts'
import type { ServerMetadata } from './discover/authorization-server.ts'
import type { EmitAuth } from './status.ts'
import type { Renew } from './token/refresh.ts'
import type { AuthStore } from './types.ts'

/** A token answer as it came, once it is known not to be a refusal. */
export type TokenAnswer = Record<string, unknown>

/** Sends a token request, again with a nonce if the server wants one. Throws what the server refuses. */
export type AskToken = (
  as: ServerMetadata,
  client: { id: string; auth: ClientAuth },
  grantType: string,
  parameters: Record<string, string | undefined>,
  bound?: boolean,
) => Promise<TokenAnswer>

/** A way to a token without a person. */
export interface Grant {
  /** The only authorization server that may see the credentials. */
  readonly issuer: string
  /** Addresses that the application named itself. */
  readonly trusted: readonly string[]
  /** What the client declares as its capability. */
  readonly extensions: Readonly<Record<string, object>>
  /** @internal */
  createRenew(base: Base): Renew
}

/** Proves the possession of a key. */
export interface Prover {
  /** For token requests. */
  handle: DPoPHandle
  thumbprint: string
  /** Throws if a server that wants a nonce does not say which, or says it where it cannot be read. */
  expectNonce(headers: Headers, server: string): void
  /** Gives `send` the headers for one request, and for a second if the server wants a nonce. */
  send(
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
  /** What the client declares as its capability. */
  readonly extensions: Readonly<Record<string, object>>
  /** @internal Throws if it is required. */
  acceptUnbound(issuer: string, emit: EmitAuth): void
  /** @internal */
  open(store: AuthStore, key: string, algorithms: readonly string[] | undefined): Promise<Prover>
}
