/** The configuration of a realm's authorization. Faults of single requests are scripted instead. */

/** A metadata document. */
export interface DocumentConfig {
  /** Paths inside the realm at which it is served. @default the well-known ones */
  at?: string[]
  /** Replaces members of the document; `null` removes one. */
  fields?: Record<string, unknown>
}

/** What the user is asked to allow. */
export interface ConsentRequest {
  /** The id of the client that asks. */
  clientId: string
  /** Where the user is sent back to. */
  redirectUri: string
  /** The scope that is asked for. */
  scope?: string
  /** The resource that is asked for. */
  resource?: string
}

/** A public key as JSON (RFC 7517). Not every runtime declares the type `JsonWebKey`. */
export type PublicJwk = { [Member in 'kty' | 'crv' | 'x' | 'y' | 'n' | 'e']?: string | undefined }

/** A client that was registered beforehand. */
export interface KnownClient {
  id: string
  secret?: string
  /** For `private_key_jwt`. */
  key?: PublicJwk
  /** Any, if absent. */
  redirectUris?: string[]
  /** How it must authenticate; absent: any way that proves the secret. */
  method?: string
}

/** Protects a realm. Every member is optional: `{}` is a server that follows the specification. */
export interface OAuthConfig {
  /** `WWW-Authenticate` of a 401: with or without a link to the metadata, none at all, or this text. @default 'link' */
  challenge?: 'link' | 'plain' | 'none' | { text: string }
  /** The scope that the challenge asks for, and that a token must have. */
  scope?: string
  /** Whether CORS lets a page read the challenge. @default true */
  exposeChallenge?: boolean
  /** JSON-RPC methods that need no token. */
  open?: string[]
  /** The scope that each tool needs, by its name. */
  toolScopes?: Record<string, string>
  /** Issuers whose tokens are accepted. @default the realm's own */
  trusted?: string[]
  /** Protected resource metadata; `null` is a server without. */
  resource?: DocumentConfig | null
  /** Authorization server metadata; `null` is a server without. */
  server?: DocumentConfig | null
  /** Its issuer identifier. @default the origin and the prefix of the realm */
  issuer?: string
  /** Path of the endpoints; servers of 2025-03-26 without metadata have them at the root. @default '/oauth' */
  endpoints?: string
  /** Dynamic registration. `secret` gives each client one. @default 201, public clients */
  registration?: { status?: number; secret?: boolean; fields?: Record<string, unknown> } | null
  /** Clients that were registered beforehand. */
  clients?: KnownClient[]
  /** Replaces parameters of the authorization response; `null` removes one. */
  callback?: Record<string, string | null>
  /** The user decides on a page, which may have a Cross-Origin-Opener-Policy. Absent: allowed at once. */
  consent?: { coop?: string }
  /** Decides for the user, without a page. */
  decide?: (request: ConsentRequest) => boolean | Promise<boolean>
  /** The tokens that it issues. */
  token?: {
    /** Seconds that access tokens live. @default 3_600 */
    seconds?: number
    /** Whether there are refresh tokens, and whether each can be used only once. @default 'rotate' */
    refresh?: 'rotate' | 'keep' | 'none'
    /** The granted scope, whatever was requested. */
    scope?: string
    /** Replaces members of the token response; `null` removes one. */
    fields?: Record<string, unknown>
  }
  /** Binds tokens to the key of a proof. Without it proofs are ignored. */
  dpop?: {
    /** The sides that require a nonce: authorization server, resource server. */
    nonces?: ('as' | 'rs')[]
    /** Whether CORS hides the nonces from a page. */
    hideNonces?: boolean
  }
  /** The ID token that this server, as an identity provider, exchanges for an assertion. */
  idToken?: string
  /** Assertions of workloads that are accepted. */
  workloads?: string[]
}

/** The document with some members replaced, and without those that are null. */
export function replaceFields(
  document: Record<string, unknown>,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...document, ...fields }).filter(([, value]) => value !== null))
}
