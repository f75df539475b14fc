/** The types of private keys that applications give, without types that only some runtimes declare. */

/** A WebCrypto key, a JWK, or PKCS#8 as PEM. */
export type KeyMaterial = WebCryptoKey | PrivateJwk | string

/** The members of `CryptoKey`, whose type not every runtime declares. */
export interface WebCryptoKey {
  /** `private` for a key that signs. */
  readonly type: string
  /** Whether the key can leave WebCrypto. */
  readonly extractable: boolean
  /** The algorithm that it is for. */
  readonly algorithm: object
  /** What it may be used for. */
  readonly usages: readonly string[]
}

/** A private key as JSON (RFC 7517); the members of its algorithm are not listed here. */
export interface PrivateJwk {
  /** The family of algorithms. */
  kty?: string | undefined
  /** What the key is for. */
  use?: string | undefined
  /** The operations that the key is for. */
  key_ops?: string[] | undefined
  /** Whether the key may leave WebCrypto. */
  ext?: boolean | undefined
}

/** The JWS signature algorithms that WebCrypto supports in every runtime. */
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
