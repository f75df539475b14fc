/** A private key for signing, in whatever form the application has it. */

/** A key of WebCrypto, a JWK, or PKCS#8 as PEM. */
export type KeyMaterial = CryptoKey | JsonWebKey | string

/** The signature algorithms of JWS that WebCrypto has everywhere. */
export type SignatureAlgorithm =
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'Ed25519'

/** Not extractable: whoever gets hold of the key can use it here only. */
export async function importPrivateKey(key: KeyMaterial, alg: SignatureAlgorithm): Promise<CryptoKey> {
  if (typeof key !== 'string' && !('kty' in key)) return key as CryptoKey
  const { subtle } = crypto
  const parameters = parametersOf(alg)
  if (typeof key === 'string') return subtle.importKey('pkcs8', decodePem(key), parameters, false, ['sign'])
  // A JWK may be marked for other uses, which importing would refuse.
  const { key_ops: _, ext: __, use: ___, ...jwk } = key
  return subtle.importKey('jwk', jwk, parameters, false, ['sign'])
}

function parametersOf(alg: SignatureAlgorithm) {
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
