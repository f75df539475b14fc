/** The DPoP key of an endpoint and the proofs that it signs (RFC 9449, section 4). */
import {
  allowInsecureRequests,
  customFetch,
  DPoP,
  type DPoPHandle,
  generateKeyPair,
  protectedResourceRequest,
} from 'oauth4webapi'
import { isObject } from '../../core/util/is-object.ts'
import { readChallenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { discardBody } from '../http/request.ts'
import type { AuthStore } from '../types.ts'
import type { Prover } from './types.ts'

/** In order of preference. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'Ed25519', 'PS256', 'RS256']

export async function openProver(
  store: AuthStore,
  key: string,
  algorithms: readonly string[] = ['ES256'],
): Promise<Prover> {
  const stored = await store.get(key)
  if (isKeyPair(stored)) return createProver(stored)
  const algorithm = ALGORITHMS.find((name) => algorithms.includes(name))
  if (!algorithm) throw new AuthError('No algorithm for proofs in common', { reason: 'dpop-refused' })
  const pair = await generateKeyPair(algorithm)
  if (await store.set(key, pair, stored ?? null)) return createProver(pair)
  // Another process stored its key first.
  const other = await store.get(key)
  return createProver(isKeyPair(other) ? other : pair)
}

/** A store that keeps only text returns an object without the keys. */
function isKeyPair(value: unknown): value is CryptoKeyPair {
  return isObject(value) && [value.privateKey, value.publicKey].every((key) => key instanceof CryptoKey)
}

async function createProver(pair: CryptoKeyPair): Promise<Prover> {
  const handle: DPoPHandle = DPoP({}, pair)
  return {
    handle,
    thumbprint: await handle.calculateThumbprint(),
    expectNonce,
    async sendWithProof(...request) {
      const response = await sendOnce(handle, ...request)
      if (response.status !== 401 || readChallenge(response.headers).error !== 'use_dpop_nonce') return response
      discardBody(response)
      expectNonce(response.headers, request[2].origin)
      return sendOnce(handle, ...request)
    },
  }
}

function expectNonce(headers: Headers, server: string): void {
  if (headers.has('dpop-nonce')) return
  throw new AuthError(`${server} wants a nonce, and no DPoP-Nonce header is visible: for a page, CORS must expose it`, {
    reason: 'dpop-refused',
  })
}

/** Sends with a proof for this request only, which contains the newest nonce of the origin. */
async function sendOnce(
  handle: DPoPHandle,
  ...[token, method, url, send]: Parameters<Prover['sendWithProof']>
): Promise<Response> {
  let response!: Response
  await protectedResourceRequest(token, method, url, undefined, undefined, {
    DPoP: handle,
    // The URL is on the origin of the endpoint, which was checked.
    [allowInsecureRequests]: true,
    [customFetch]: async (_url, { headers }) => {
      const { authorization, dpop } = headers as { authorization: string; dpop: string }
      response = await send({ authorization, dpop })
      // The library only has to learn the nonce, so it gets no other part of the response.
      const nonce = response.headers.get('dpop-nonce')
      return new Response(null, { headers: nonce === null ? {} : { 'dpop-nonce': nonce } })
    },
  })
  return response
}
