/** The DPoP key of an endpoint and the proofs that it signs (RFC 9449, section 4). */
import { allowInsecureRequests, customFetch, DPoP, type DPoPHandle, protectedResourceRequest } from 'oauth4webapi'
import { readChallenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { discardBody } from '../http/request.ts'
import type { AuthStore, EmitAuthEvent } from '../types.ts'
import { openKeyPair } from './key-pair.ts'
import type { Prover } from './types.ts'

export async function openProver(
  store: AuthStore,
  key: string,
  algorithms: readonly string[] = ['ES256'],
  isExposed = false,
  emit: EmitAuthEvent = () => {},
): Promise<Prover> {
  const pair = await openKeyPair(store, key, algorithms, isExposed, () => {
    emit({
      type: 'warning',
      message: 'The store cannot hold the key of DPoP, so the tokens end with this page; idbStore() would keep both',
    })
  })
  return createProver(pair)
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
