/**
 * Self-contained access tokens, so that a resource can accept those of an authorization server in another realm.
 * Every secret begins with `secret-`, so that a test can search for it.
 */
import { decodeJson, encodeJson } from './base64url.ts'

export interface Claims {
  issuer: string
  client: string
  resource?: string
  scope?: string
  /** Its expiry, in milliseconds on the server's clock. */
  expires: number
  /** Thumbprint of the key that it is bound to. */
  key?: string
  id: string
}

const PREFIX = 'secret-access-'

export function writeAccessToken(claims: Claims): string {
  return PREFIX + encodeJson(claims)
}

/** Undefined for a token that was not issued by this code. */
export function readAccessToken(token: string): Claims | undefined {
  if (!token.startsWith(PREFIX)) return undefined
  try {
    return decodeJson(token.slice(PREFIX.length)) as unknown as Claims
  } catch {
    return undefined
  }
}

/** The parts of the needed scope that are not in the granted one. */
export function missingScope(needed: string | undefined, granted: string | undefined): string[] {
  const has = new Set(granted?.split(' '))
  return (needed?.split(' ') ?? []).filter((scope) => !has.has(scope))
}
