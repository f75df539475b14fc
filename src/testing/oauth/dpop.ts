/** DPoP (RFC 9449): proofs that are checked to the letter, each good for one time, and nonces. */
import { digest } from './base64url.ts'
import type { OAuthConfig } from './config.ts'
import { OAuthFault } from './oauth-error.ts'
import { verifyJwt } from './jwt.ts'

export interface Proofs {
  /** Thumbprint of the key that signed; throws an OAuthFault when the proof is not good for this request. */
  check(request: Request, side: 'as' | 'rs', token?: string): Promise<string>
  /** What responses tell about the nonce that is wanted. */
  headers(side: 'as' | 'rs'): Record<string, string>
}

/** Seconds that a proof may be old, or early. */
const TOLERANCE = 300

export function createProofs(now: () => number, config: () => NonNullable<OAuthConfig['dpop']>): Proofs {
  const used = new Set<unknown>()
  const wantsNonce = (side: 'as' | 'rs') => config().nonces?.includes(side) ?? false
  return { check, headers }

  function headers(side: 'as' | 'rs'): Record<string, string> {
    const hidden = config().hideNonces && { 'access-control-expose-headers': 'WWW-Authenticate' }
    return wantsNonce(side) ? { 'dpop-nonce': nonceOf(side), ...hidden } : {}
  }

  async function check(request: Request, side: 'as' | 'rs', token?: string): Promise<string> {
    const { header, payload } = await verifyJwt(request.headers.get('dpop') ?? '').catch((error: Error) => {
      throw new OAuthFault('invalid_dpop_proof', error.message, 400, headers(side))
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
      throw new OAuthFault('invalid_dpop_proof', `not acceptable: ${problems}`, 400, headers(side))
    }
    used.add(payload.jti)
    if (wantsNonce(side) && payload.nonce !== nonceOf(side)) {
      throw new OAuthFault('use_dpop_nonce', 'a nonce is required', 400, headers(side))
    }
    return thumbprint(header.jwk as JsonWebKey)
  }
}

/** They differ, so that a client that mixes them up is found out. */
function nonceOf(side: 'as' | 'rs'): string {
  return `nonce-of-the-${side}`
}

/** RFC 7638. */
function thumbprint({ kty, crv, x, y, n, e }: JsonWebKey): Promise<string> {
  if (kty === 'EC') return digest(JSON.stringify({ crv, kty, x, y }))
  return digest(JSON.stringify(kty === 'OKP' ? { crv, kty, x } : { e, kty, n }))
}
