/**
 * Access tokens that say themselves what they are good for, so that a resource can accept those of a server in
 * another realm. All that must stay secret begins with `secret-`, so that a test can look for it.
 */
import { decodeJson, encodeJson } from './base64url.ts'

export interface Claims {
  issuer: string
  client: string
  resource?: string
  scope?: string
  /** When it ends, in milliseconds on the server's clock. */
  expires: number
  /** Thumbprint of the key it is bound to. */
  key?: string
  id: string
}

const PREFIX = 'secret-access-'

export function writeAccessToken(claims: Claims): string {
  return PREFIX + encodeJson(claims)
}

/** Undefined when it is none of ours. */
export function readAccessToken(token: string): Claims | undefined {
  if (!token.startsWith(PREFIX)) return undefined
  try {
    return decodeJson(token.slice(PREFIX.length)) as unknown as Claims
  } catch {
    return undefined
  }
}

/** What of the wanted scope is not in the granted one. */
export function missingScope(wanted: string | undefined, granted: string | undefined): string[] {
  const has = new Set(granted?.split(' '))
  return (wanted?.split(' ') ?? []).filter((scope) => !has.has(scope))
}
