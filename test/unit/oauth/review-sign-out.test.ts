/** Who signs out stays signed out, whatever comes late. */
import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

test('who signs out while a refresh fails for a while is not spoken for any more', async () => {
  const { servers, auth, call, environment } = await signedIn()
  environment.advance(3_580_000)
  servers.asked.length = 0
  servers.on(`${ISSUER}/token`, async () => {
    await auth.signOut()
    return json({}, 503)
  })
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
  expect(servers.to(SERVER).flatMap(({ headers }) => headers.authorization ?? [])).toEqual([])
})

test('who signs out before a slow store has kept the token stays signed out', async () => {
  const store = memoryStore()
  const { auth, create } = setUp({ store })
  const { set } = store
  store.set = async (key, value, expected) => {
    if (key.includes(' tokens ')) await auth.signOut()
    return set(key, value, expected)
  }
  expect(await auth.signIn(agree)).toEqual({ status: 'anonymous' })
  await expect(create().fetch(SERVER, request())).rejects.toMatchObject({ reason: 'first' })
})
