/** DPoP (RFC 9449): the strict check of proofs, each of which can be used once, and nonces. */
import { digest } from './base64url.ts'
import type { OAuthConfig } from './config.ts'
import { verifyJwt } from './jwt.ts'
import { OAuthError } from './oauth-error.ts'

/** The authorization server or the resource server. */
type Side = 'as' | 'rs'

export interface Proofs {
  /** Thumbprint of the key that signed; throws an OAuthError when the proof is not valid for this request. */
  check(request: Request, side: Side, token?: string): Promise<string>
  /** The response headers that name the required nonce. */
  headers(side: Side): Record<string, string>
}

/** Seconds by which `iat` may differ from the server's clock. */
const TOLERANCE = 300

export function createProofs(now: () => number, config: () => NonNullable<OAuthConfig['dpop']>): Proofs {
  const used = new Set<unknown>()
  const requiresNonce = (side: Side) => config().nonces?.includes(side) ?? false
  return { check, headers }

  function headers(side: Side): Record<string, string> {
    const hidden = config().hideNonces && { 'access-control-expose-headers': 'WWW-Authenticate' }
    return requiresNonce(side) ? { 'dpop-nonce': nonceOf(side), ...hidden } : {}
  }

  async function check(request: Request, side: Side, token?: string): Promise<string> {
    const { header, payload } = await verifyJwt(request.headers.get('dpop') ?? '').catch((error: Error) => {
      throw new OAuthError('invalid_dpop_proof', error.message, 400, headers(side))
    })
    const { origin, pathname } = new URL(request.url)
    const problems = [
      header.typ !== 'dpop+jwt' && 'typ',
      'd' in (header.jwk as object) && 'a private key',
      payload.htm !== request.method && 'htm',
      payload.htu !== origin + pathname && 'htu',
      !(Math.abs(Number(payload.iat) - now() / 1000) <= TOLERANCE) && 'iat',
      (typeof payload.jti !== 'string' || used.has(payload.jti)) && 'jti',
      payload.ath !== (token === undefined ? undefined : await digest(token)) && 'ath',
    ].filter(Boolean)
    if (problems.length > 0) {
      throw new OAuthError('invalid_dpop_proof', `not acceptable: ${problems}`, 400, headers(side))
    }
    used.add(payload.jti)
    if (requiresNonce(side) && payload.nonce !== nonceOf(side)) {
      throw new OAuthError('use_dpop_nonce', 'a nonce is required', 400, headers(side))
    }
    return thumbprint(header.jwk as JsonWebKey)
  }
}

/** Different on each side, so that a client that mixes them up is refused. */
function nonceOf(side: Side): string {
  return `nonce-of-the-${side}`
}

/** RFC 7638. */
function thumbprint({ kty, crv, x, y, n, e }: JsonWebKey): Promise<string> {
  if (kty === 'EC') return digest(JSON.stringify({ crv, kty, x, y }))
  return digest(JSON.stringify(kty === 'OKP' ? { crv, kty, x } : { e, kty, n }))
}
