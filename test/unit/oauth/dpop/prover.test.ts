/** The DPoP key: which algorithm it has, and what happens if the store fails. */
import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { dpop } from '../../../../src/oauth/dpop/index.ts'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

test('after a store error the key is read again', async () => {
  const store = memoryStore()
  const { get } = store
  store.get = async (key) => {
    if (!key.includes(' dpop ')) return get(key)
    store.get = get
    throw new Error('not now')
  }
  const { auth, servers } = setUp({ store, dpop: dpop() })
  await expect(auth.signIn(agree)).rejects.toMatchObject({ reason: 'store-failed' })
  expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
  expect(servers.to(`${ISSUER}/token`)[0]?.headers.dpop).toBeTypeOf('string')
})

test.for([
  [['HS256', 'ES384'], 'ES384'],
  [['none', 'RS256', 'ES256'], 'ES256'],
] as const)('of the algorithms %j the key uses %s', async ([algorithms, expected]) => {
  const { auth, servers } = setUp({ dpop: dpop() })
  servers.metadata = { ...servers.metadata, dpop_signing_alg_values_supported: algorithms }
  expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
  const [received] = servers.to(`${ISSUER}/token`)
  expect(decodeProtectedHeader(received!.headers.dpop!)).toMatchObject({ alg: expected })
})

test('without a common algorithm the sign-in fails', async () => {
  const { auth, servers } = setUp({ dpop: dpop() })
  servers.metadata = { ...servers.metadata, dpop_signing_alg_values_supported: ['HS256', 'none'] }
  await expect(auth.signIn(agree)).rejects.toMatchObject({ code: 'auth', reason: 'dpop-refused' })
})
