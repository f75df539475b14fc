/** Servers that say what they should not, and stores that do not give back quite what they got. */
import { decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { dpop } from '../../../src/oauth/dpop/index.ts'
import { AuthError } from '../../../src/oauth/errors.ts'
import { clientCredentials } from '../../../src/oauth/machine/index.ts'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import type { AuthStore } from '../../../src/oauth/types.ts'
import { agree, ISSUER, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

describe('metadata', () => {
  test.for([
    `https://as.example/\u001b]0;title\u0007${'A'.repeat(100_000)}`,
    `https://as.example/${'A'.repeat(100_000)}`,
    '\u001b[31mred',
    '',
  ])('that name an issuer which is no address (%#) are none, and nothing of it is repeated', async (issuer) => {
    const { servers, auth, events } = setUp()
    servers.resource = { resource: SERVER, authorization_servers: [issuer] }
    const error: AuthError = await auth.signIn(agree).then(
      () => expect.fail('signed in'),
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ reason: 'prm_unavailable', retryable: false })
    const told = JSON.stringify([error, error.message, events])
    expect(told.length).toBeLessThan(2_000)
    expect(told).not.toMatch(/u001b|AAAA/)
  })

  test('without a token endpoint are an error that says so, and a machine sends nothing', async () => {
    const grant = clientCredentials({ issuer: ISSUER, id: 'robot', secret: 's' })
    const { servers, auth, call } = setUp({ grant })
    servers.metadata = { ...servers.metadata, token_endpoint: undefined }
    const failure = { code: 'auth', reason: 'as_metadata_unavailable', issuer: ISSUER }
    await expect(call()).rejects.toMatchObject(failure)
    expect(auth.status).toMatchObject({ status: 'failed', error: failure })
    expect(servers.asked.some(({ headers }) => headers.authorization)).toBe(false)
  })
})

describe('the key of a bound token', () => {
  test('that could not be read once is there the next time', async () => {
    const store = memoryStore()
    const { get } = store
    store.get = async (key) => {
      if (!key.includes(' dpop ')) return get(key)
      store.get = get
      throw new Error('not now')
    }
    const { auth, servers } = setUp({ store, dpop: dpop() })
    await expect(auth.signIn(agree)).rejects.toMatchObject({ reason: 'store_failed' })
    expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
    expect(servers.to(`${ISSUER}/token`)[0]?.headers.dpop).toBeTypeOf('string')
  })

  test.for([
    [['HS256', 'ES384'], 'ES384'],
    [['none', 'RS256', 'ES256'], 'ES256'],
  ] as const)('is for one of %j that a key pair can do: %s', async ([algorithms, expected]) => {
    const { auth, servers } = setUp({ dpop: dpop() })
    servers.metadata = { ...servers.metadata, dpop_signing_alg_values_supported: algorithms }
    expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
    const [asked] = servers.to(`${ISSUER}/token`)
    expect(decodeProtectedHeader(asked!.headers.dpop!)).toMatchObject({ alg: expected })
  })

  test('is not made if no algorithm fits', async () => {
    const { auth, servers } = setUp({ dpop: dpop() })
    servers.metadata = { ...servers.metadata, dpop_signing_alg_values_supported: ['HS256', 'none'] }
    await expect(auth.signIn(agree)).rejects.toMatchObject({ code: 'auth', reason: 'dpop_refused' })
  })
})

test('a store that keeps the members of objects in another order keeps people signed in', async () => {
  const store = memoryStore()
  const sorted: AuthStore = {
    get: store.get,
    set: (key, value, expected) => store.set(key, sort(value), sort(expected)),
    delete: (key, expected) => store.delete(key, sort(expected)),
  }
  const { servers, auth, call, create } = await signedIn({ store: sorted })
  servers.good.clear()
  expect((await call()).status).toBe(200)
  const next = create()
  await next.signIn(agree)
  expect(servers.to(`${ISSUER}/register`)).toHaveLength(1)
  await auth.signOut()
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
})

/** As a database would that has objects but no order. */
function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sort(member)]))
}
