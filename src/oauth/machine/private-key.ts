/** Imports a private key for signing from the formats that applications have. */
import type { KeyMaterial, SignatureAlgorithm } from './key-types.ts'

/** The imported key is not extractable, so that it cannot leave this process. */
export async function importPrivateKey(key: KeyMaterial, alg: SignatureAlgorithm): Promise<CryptoKey> {
  if (typeof key !== 'string' && !('kty' in key)) return key as CryptoKey
  const { subtle } = crypto
  const parameters = parametersOf(alg)
  if (typeof key === 'string') return subtle.importKey('pkcs8', decodePem(key), parameters, false, ['sign'])
  // `importKey` refuses a JWK that is marked for other uses, so the marks are removed.
  const { key_ops: _, ext: __, use: ___, ...jwk } = key
  return subtle.importKey('jwk', jwk as JsonWebKey, parameters, false, ['sign'])
}

/** The parameters of WebCrypto for this algorithm. */
export function parametersOf(alg: SignatureAlgorithm): { name: string; namedCurve?: string; hash?: string } {
  const bits = alg.slice(2)
  switch (alg.slice(0, 2)) {
    case 'ES':
      return { name: 'ECDSA', namedCurve: bits === '512' ? 'P-521' : `P-${bits}` }
    case 'RS':
      return { name: 'RSASSA-PKCS1-v1_5', hash: `SHA-${bits}` }
    case 'PS':
      return { name: 'RSA-PSS', hash: `SHA-${bits}` }
    default:
      return { name: 'Ed25519' }
  }
}

function decodePem(text: string): Uint8Array<ArrayBuffer> {
  const body = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/.exec(text)?.[1]
  if (body === undefined) throw new TypeError('key: expected PEM with "BEGIN PRIVATE KEY" (PKCS#8)')
  return Uint8Array.from(atob(body.replace(/\s/g, '')), (character) => character.charCodeAt(0))
}
