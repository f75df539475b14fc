/** JSON Web Tokens, verified with WebCrypto. */
import { decodeBytes, decodeJson } from './base64url.ts'
import type { PublicJwk } from './config.ts'

export interface Jwt {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

const HASHES: Record<string, string> = { '256': 'SHA-256', '384': 'SHA-384', '512': 'SHA-512' }

/** Throws when the text is not a JWT signed with this key, which is by default the one in its header. */
export async function verifyJwt(text: string, key?: PublicJwk): Promise<Jwt> {
  const [head = '', body = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || signature === '') throw new Error('not a signed JWT')
  const header = decodeJson(head)
  const algorithm = algorithmOf(String(header.alg))
  const imported = await crypto.subtle.importKey('jwk', (key ?? header.jwk) as JsonWebKey, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${head}.${body}`)
  if (!(await crypto.subtle.verify(algorithm, imported, decodeBytes(signature), signed))) {
    throw new Error('the signature is wrong')
  }
  return { header, payload: decodeJson(body) }
}

function algorithmOf(name: string) {
  if (name === 'EdDSA' || name === 'Ed25519') return { name: 'Ed25519' }
  const bits = name.slice(2)
  const hash = HASHES[bits] ?? ''
  if (name.startsWith('ES')) return { name: 'ECDSA', namedCurve: bits === '512' ? 'P-521' : `P-${bits}`, hash }
  if (name.startsWith('RS')) return { name: 'RSASSA-PKCS1-v1_5', hash }
  if (name.startsWith('PS')) return { name: 'RSA-PSS', hash, saltLength: Number(bits) / 8 }
  throw new Error(`alg ${name} is not acceptable`)
}
