/** The key pair of DPoP: read from the store, or created and kept there. */
import { generateKeyPair } from 'oauth4webapi'
import { isObject } from '../../core/util/is-object.ts'
import { AuthError } from '../errors.ts'
import type { SignatureAlgorithm } from '../machine/key-types.ts'
import { importPrivateKey, parametersOf } from '../machine/private-key.ts'
import type { AuthStore } from '../types.ts'

/** In order of preference. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'Ed25519', 'PS256', 'RS256'] as const

/** A key pair in a store that holds only text. */
interface TextKeyPair {
  alg: SignatureAlgorithm
  privateKey: JsonWebKey
  publicKey: JsonWebKey
}

/**
 * A store that cannot hold keys keeps them as text, unless scripts of a page can read it (`isExposed`): the key then ends
 * with this process, and `onKeyNotKept` is called.
 */
export async function openKeyPair(
  store: AuthStore,
  key: string,
  algorithms: readonly string[],
  isExposed: boolean,
  onKeyNotKept: () => void,
): Promise<CryptoKeyPair> {
  const stored = await store.get(key)
  const known = await readKeyPair(stored)
  if (known) return known
  const alg = ALGORITHMS.find((name) => algorithms.includes(name))
  if (!alg) throw new AuthError('No algorithm for proofs in common', { reason: 'dpop-refused' })
  const pair = await generateKeyPair(alg)
  const wasWritten = await store.set(key, pair, stored ?? null)
  const kept = await store.get(key)
  // Another process may have stored its key first.
  const keptPair = await readKeyPair(kept)
  if (keptPair || !wasWritten) return keptPair ?? pair
  if (isExposed) {
    onKeyNotKept()
    return pair
  }
  const extractable = await generateKeyPair(alg, { extractable: true })
  const exportKey = (half: CryptoKey) => crypto.subtle.exportKey('jwk', half)
  const [privateKey, publicKey] = await Promise.all([extractable.privateKey, extractable.publicKey].map(exportKey))
  const text = { alg, privateKey, publicKey } as TextKeyPair
  if (await store.set(key, text, kept ?? null)) return toKeyPair(text)
  return (await readKeyPair(await store.get(key))) ?? pair
}

/** Undefined for any other value. A store that holds only text returns an object without the keys. */
async function readKeyPair(value: unknown): Promise<CryptoKeyPair | undefined> {
  if (!isObject(value)) return undefined
  if ([value.privateKey, value.publicKey].every((key) => key instanceof CryptoKey)) return value as never
  return toKeyPair(value as never).catch(() => undefined)
}

async function toKeyPair({ alg, privateKey, publicKey }: TextKeyPair): Promise<CryptoKeyPair> {
  return {
    privateKey: await importPrivateKey({ ...privateKey, kty: privateKey.kty! }, alg),
    // The public key is part of each proof, so it has to be extractable.
    publicKey: await crypto.subtle.importKey('jwk', publicKey, parametersOf(alg), true, ['verify']),
  }
}
