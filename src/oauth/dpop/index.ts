/** Tokens that are of no use without a key (RFC 9449). */
import {
  allowInsecureRequests,
  customFetch,
  DPoP,
  type DPoPHandle,
  generateKeyPair,
  protectedResourceRequest,
} from 'oauth4webapi'
import { readChallenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import type { Dpop, Prover } from '../extension.ts'
import { discard, isObject } from '../http/request.ts'
import type { AuthStore } from '../types.ts'

export type { Dpop } from '../extension.ts'

export interface DpopOptions {
  /** Refuses tokens that are not bound. @default false */
  required?: boolean
}

/** Asks for tokens that are bound to a key, which stays in the store if that can hold one. */
export function dpop({ required = false }: DpopOptions = {}): Dpop {
  return {
    required,
    extensions: { 'io.modelcontextprotocol/auth/dpop': {} },
    open,
    acceptUnbound(issuer, emit) {
      const message = `${issuer} does not bind its tokens to a key`
      if (required) throw new AuthError(message, { reason: 'dpop_refused', issuer })
      emit({ type: 'warning', message })
    },
  }
}

const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'Ed25519', 'PS256', 'RS256']

async function open(store: AuthStore, key: string, algorithms: readonly string[] = ['ES256']): Promise<Prover> {
  const stored = await store.get(key)
  if (isKeyPair(stored)) return createProver(stored)
  const algorithm = ALGORITHMS.find((name) => algorithms.includes(name))
  if (!algorithm) throw new AuthError('No algorithm for proofs in common', { reason: 'dpop_refused' })
  const pair = await generateKeyPair(algorithm)
  if (await store.set(key, pair, stored ?? null)) return createProver(pair)
  const other = await store.get(key)
  return createProver(isKeyPair(other) ? other : pair)
}

/** A store that keeps text only gives back what was once a key. */
function isKeyPair(value: unknown): value is CryptoKeyPair {
  return isObject(value) && [value.privateKey, value.publicKey].every((key) => key instanceof CryptoKey)
}

async function createProver(pair: CryptoKeyPair): Promise<Prover> {
  const handle: DPoPHandle = DPoP({}, pair)
  return {
    handle,
    thumbprint: await handle.calculateThumbprint(),
    expectNonce,
    async send(...request) {
      const response = await sendOnce(handle, ...request)
      if (response.status !== 401 || readChallenge(response.headers).error !== 'use_dpop_nonce') return response
      discard(response)
      expectNonce(response.headers, request[2].origin)
      return sendOnce(handle, ...request)
    },
  }
}

function expectNonce(headers: Headers, server: string): void {
  if (headers.has('dpop-nonce')) return
  throw new AuthError(`${server} wants a nonce, and no DPoP-Nonce header is visible: for a page, CORS must expose it`, {
    reason: 'dpop_refused',
  })
}

/** With a proof for this request alone, and with the newest nonce of its origin. */
async function sendOnce(handle: DPoPHandle, ...[token, method, url, send]: Parameters<Prover['send']>) {
  let response!: Response
  await protectedResourceRequest(token, method, url, undefined, undefined, {
    DPoP: handle,
    // The address is that of the endpoint, and checked.
    [allowInsecureRequests]: true,
    [customFetch]: async (_url, { headers }) => {
      const { authorization, dpop } = headers as { authorization: string; dpop: string }
      response = await send({ authorization, dpop })
      // The library learns the nonce from it; what else the response says is not its business.
      const nonce = response.headers.get('dpop-nonce')
      return new Response(null, { headers: nonce === null ? {} : { 'dpop-nonce': nonce } })
    },
  })
  return response
}
