/** What a realm's authorization can be told to do. What goes wrong with a single request is said by a script. */

/** A metadata document. */
export interface DocumentConfig {
  /** Paths inside the realm at which it is served. @default the well-known ones */
  at?: string[]
  /** Replaces members of the document; `null` takes one away. */
  fields?: Record<string, unknown>
}

/** A client that was registered beforehand. */
export interface KnownClient {
  id: string
  secret?: string
  /** For `private_key_jwt`. */
  key?: JsonWebKey
  /** Any, if absent. */
  redirectUris?: string[]
  /** How it must authenticate; absent: any way that proves the secret. */
  method?: string
}

/** Protects a realm. Every member is optional: `{}` is a server that does everything as the specification says. */
export interface OAuthConfig {
  /** `WWW-Authenticate` of a 401: with or without a link to the metadata, none at all, or this text. @default 'link' */
  challenge?: 'link' | 'plain' | 'none' | { text: string }
  /** The scope that the challenge asks for, and that a token must have. */
  scope?: string
  /** Whether CORS lets a page read the challenge. @default true */
  exposeChallenge?: boolean
  /** JSON-RPC methods that need no token. */
  open?: string[]
  /** What the tool of this name needs besides a token. */
  toolScopes?: Record<string, string>
  /** Issuers whose tokens are accepted. @default the realm's own */
  trusted?: string[]
  /** Protected resource metadata; `null` is a server without. */
  resource?: DocumentConfig | null
  /** Authorization server metadata; `null` is a server without. */
  server?: DocumentConfig | null
  /** @default the origin and the prefix of the realm */
  issuer?: string
  /** Path of the endpoints; servers of 2025-03-26 without metadata have them at the root. @default '/oauth' */
  endpoints?: string
  /** Dynamic registration. `secret` gives each client one. @default 201, public clients */
  registration?: { status?: number; secret?: boolean; fields?: Record<string, unknown> } | null
  clients?: KnownClient[]
  /** Replaces parameters of the authorization response; `null` takes one away. */
  callback?: Record<string, string | null>
  /** A person decides on a page, which may carry a Cross-Origin-Opener-Policy. Absent: allowed at once. */
  consent?: { coop?: string }
  token?: {
    /** Seconds that access tokens live. @default 3_600 */
    seconds?: number
    /** Whether there are refresh tokens, and whether each is good for one time only. @default 'rotate' */
    refresh?: 'rotate' | 'keep' | 'none'
    /** What is granted, whatever is asked for. */
    scope?: string
    /** Replaces members of the token response; `null` takes one away. */
    fields?: Record<string, unknown>
  }
  /** Binds tokens to the key of a proof. Without it proofs are ignored. */
  dpop?: {
    /** Who insists on a nonce of its own. */
    nonces?: ('as' | 'rs')[]
    /** Whether CORS hides the nonces from a page. */
    hideNonces?: boolean
  }
  /** The ID token that this server, as an identity provider, exchanges for an assertion. */
  idToken?: string
  /** Assertions of workloads that are taken for good. */
  workloads?: string[]
}

/** The members of a document with the given ones in their place. */
export function replaceFields(
  document: Record<string, unknown>,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...document, ...fields }).filter(([, value]) => value !== null))
}
