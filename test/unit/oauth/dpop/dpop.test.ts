/** Tokens that are bound to a DPoP key. Proofs are checked with another library. */
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { type DpopOptions, dpop } from '../../../../src/oauth/dpop/index.ts'
import { createOAuth } from '../../../../src/oauth/oauth.ts'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import type { AuthEvent, AuthStore } from '../../../../src/oauth/types.ts'
import { createManualEnvironment } from '../../manual-environment.ts'
import {
  agree,
  CALLBACK,
  createFakeServers,
  ISSUER,
  json,
  type ReceivedRequest,
  request,
  SERVER,
} from '../fake-servers.ts'

const digest = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')

function setUp(options: DpopOptions = {}, store: AuthStore = memoryStore()) {
  const servers = createFakeServers()
  const events: AuthEvent[] = []
  servers.on(SERVER, ({ headers }) => {
    if (servers.validTokens.has(headers.authorization?.replace('DPoP ', '') ?? '')) return json({})
    return json({}, 401, { 'www-authenticate': 'DPoP error="invalid_token"' })
  })
  let count = 0
  servers.on(`${ISSUER}/token`, () => {
    const access_token = `bound-${++count}`
    servers.validTokens.add(access_token)
    return json({ access_token, token_type: 'DPoP', refresh_token: 'r' })
  })
  const create = () =>
    createOAuth(createManualEnvironment())({
      server: SERVER,
      redirectUri: CALLBACK,
      fetch: servers.fetch,
      store,
      dpop: dpop(options),
      onEvent: (event) => void events.push(event),
    })
  return { servers, auth: create(), create, events, store }
}

async function readProof({ headers }: ReceivedRequest) {
  const { payload, protectedHeader } = await jwtVerify(headers.dpop!, EmbeddedJWK, { typ: 'dpop+jwt' })
  return { payload, jwk: protectedHeader.jwk as JWK }
}

describe('a bound token', () => {
  test('every request has a new proof', async () => {
    const { servers, auth } = setUp()
    let jkt: string | null = null
    await auth.signIn((url) => {
      jkt = url.searchParams.get('dpop_jkt')
      return agree(url)
    })
    expect(auth.status).toMatchObject({ status: 'authorized', tokenType: 'dpop' })
    expect(auth.extensions).toEqual({ 'io.modelcontextprotocol/auth/dpop': {} })
    for (let round = 0; round < 2; round++) await auth.fetch(`${SERVER}?x=1`, request())
    const [grant] = servers.to(`${ISSUER}/token`)
    const sent = servers.to(SERVER).filter(({ headers }) => headers.dpop)
    const proofs = await Promise.all([grant!, ...sent].map(readProof))
    expect(new Set(proofs.map(({ payload }) => payload.jti)).size).toBe(3)
    for (const { jwk } of proofs) expect(await calculateJwkThumbprint(jwk)).toBe(jkt)
    expect(proofs[0]?.payload).toMatchObject({ htm: 'POST', htu: `${ISSUER}/token` })
    expect(proofs[0]?.payload).not.toHaveProperty('ath')
    expect(proofs[1]?.payload).toMatchObject({ htm: 'POST', htu: SERVER, ath: await digest('bound-1') })
    expect(sent[0]?.headers.authorization).toBe('DPoP bound-1')
  })

  test('a refresh has a proof, and all callers use the new token', async () => {
    const { servers, auth } = setUp()
    await auth.signIn(agree)
    servers.validTokens.clear()
    const answers = await Promise.all(Array.from({ length: 20 }, () => auth.fetch(SERVER, request())))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(servers.to(`${ISSUER}/token`).map(({ headers }) => typeof headers.dpop)).toEqual(['string', 'string'])
  })

  /** Keeps only what JSON can hold. */
  function textStore(exposure?: string): AuthStore {
    const inner = memoryStore()
    const copy = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
    return { ...inner, get: async (key) => copy(await inner.get(key)), ...(exposure !== undefined && { exposure }) }
  }

  const warnings = (events: AuthEvent[]) => events.flatMap((event) => (event.type === 'warning' ? event.message : []))

  test('a bound token survives in a store that can hold a key', async () => {
    const { auth, create, events } = setUp()
    await auth.signIn(agree)
    expect((await create().fetch(SERVER, request())).status).toBe(200)
    expect(warnings(events)).toEqual([])
  })

  test('a page whose store holds only text is warned at the sign-in, and after a reload its user signs in again', async () => {
    const { auth, create, events, servers } = setUp({}, textStore('every script can read it'))
    await auth.signIn(agree)
    expect(warnings(events)).toEqual([expect.stringMatching(/key.*idbStore/)])
    expect((await auth.fetch(SERVER, request())).status).toBe(200)
    const reloaded = create()
    await expect(reloaded.fetch(SERVER, request())).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(SERVER).filter(({ headers }) => headers.authorization)).toHaveLength(1)
    await reloaded.signIn(agree)
    expect((await reloaded.fetch(SERVER, request())).status).toBe(200)
  })

  test('in a store of a server that holds only text the key is kept as text, and another process uses it', async () => {
    const store = textStore()
    const { auth, create, events, servers } = setUp({}, store)
    let jkt: string | null = null
    await auth.signIn((url) => {
      jkt = url.searchParams.get('dpop_jkt')
      return agree(url)
    })
    const other = create()
    expect((await other.fetch(SERVER, request())).status).toBe(200)
    servers.validTokens.clear()
    expect((await other.fetch(SERVER, request())).status).toBe(200)
    const sent = servers.requests.filter(({ headers }) => headers.dpop)
    for (const { jwk } of await Promise.all(sent.map(readProof))) expect(await calculateJwkThumbprint(jwk)).toBe(jkt)
    expect(sent).toHaveLength(5)
    expect(warnings(events)).toEqual([])
    for (const junk of [{}, { alg: 'ES256', privateKey: {}, publicKey: {} }, { alg: 'none' }, 'x']) {
      await store.set(`mcp-oauth dpop ${SERVER}`, junk)
      await expect(create().fetch(SERVER, request())).rejects.toMatchObject({ code: 'authorization-required' })
    }
  })

  test('the private key cannot be exported', async () => {
    const store = memoryStore()
    let pair: CryptoKeyPair | undefined
    const { set } = store
    store.set = (key, value, expected) => {
      if ((value as CryptoKeyPair).privateKey) pair = value as CryptoKeyPair
      return set(key, value, expected)
    }
    await setUp({}, store).auth.signIn(agree)
    await expect(crypto.subtle.exportKey('jwk', pair!.privateKey)).rejects.toThrow()
  })
})

describe('a nonce', () => {
  test('the nonces of both servers are kept apart, and each costs one repetition', async () => {
    const { servers, auth } = setUp()
    const nonceOf = async (received: ReceivedRequest) => (await readProof(received)).payload.nonce
    servers.on(`${ISSUER}/token`, async (received) => {
      if ((await nonceOf(received)) !== 'as-1') return json({ error: 'use_dpop_nonce' }, 400, { 'dpop-nonce': 'as-1' })
      servers.validTokens.add('t')
      return json({ access_token: 't', token_type: 'DPoP' })
    })
    servers.on(SERVER, async (received) => {
      const right = received.headers.dpop && (await nonceOf(received)) === 'rs-1'
      const headers = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'rs-1' }
      return right ? json({}) : json({}, 401, headers)
    })
    await auth.signIn(agree)
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
    for (let round = 0; round < 3; round++) expect((await auth.fetch(SERVER, request())).status).toBe(200)
    expect(servers.to(SERVER).filter(({ headers }) => headers.dpop)).toHaveLength(4)
  })

  test('a nonce that CORS hides is an error, and nothing is sent again', async () => {
    const { servers, auth } = setUp()
    servers.on(SERVER, ({ headers }) => {
      const error = headers.dpop ? 'use_dpop_nonce' : 'invalid_token'
      return json({}, 401, { 'www-authenticate': `DPoP error="${error}"` })
    })
    await auth.signIn(agree)
    const refused = { reason: 'dpop-refused', message: expect.stringContaining('CORS must expose it') }
    await expect(auth.fetch(SERVER, request())).rejects.toMatchObject(refused)
    expect(servers.to(SERVER).filter(({ headers }) => headers.dpop)).toHaveLength(1)
    servers.on(`${ISSUER}/token`, () => json({ error: 'use_dpop_nonce' }, 400))
    await expect(auth.signIn(agree)).rejects.toMatchObject(refused)
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('a nonce that is refused again is an error', async () => {
    const { servers, auth } = setUp()
    servers.on(`${ISSUER}/token`, () => json({ error: 'use_dpop_nonce' }, 400, { 'dpop-nonce': 'n' }))
    await expect(auth.signIn(agree)).rejects.toMatchObject({
      reason: 'token-refused',
      server: { error: 'use_dpop_nonce' },
    })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })
})

test('an unbound token causes a warning, or is refused if binding is required', async () => {
  for (const required of [false, true]) {
    const { servers, auth, events } = setUp({ required })
    servers.on(`${ISSUER}/token`, json({ access_token: 'free', token_type: 'Bearer' }))
    const signingIn = auth.signIn(agree)
    if (required) await expect(signingIn).rejects.toMatchObject({ reason: 'dpop-refused' })
    else expect(await signingIn).toMatchObject({ status: 'authorized', tokenType: 'bearer' })
    expect(events.some(({ type }) => type === 'warning')).toBe(!required)
  }
})

test('without DPoP a bound token is refused', async () => {
  const { servers } = setUp()
  const auth = createOAuth(createManualEnvironment())({ server: SERVER, redirectUri: CALLBACK, fetch: servers.fetch })
  await expect(auth.signIn(agree)).rejects.toMatchObject({ reason: 'dpop-refused' })
})
