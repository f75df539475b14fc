/** The authorization status and its listeners. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { agree, callTool, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

describe('the status', () => {
  test('needs-user becomes authorized when another handle has signed in', async () => {
    const { auth, call, create } = setUp({ store: memoryStore() })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(auth.status).toMatchObject({ status: 'needs-user', reason: 'sign-in-required' })
    await create().signIn(agree)
    expect((await call()).status).toBe(200)
    expect(auth.status).toMatchObject({ status: 'authorized', issuer: ISSUER })
  })

  test('denied becomes authorized when the old token still works', async () => {
    const { auth, call } = await signedIn()
    const refuse = async (url: URL) =>
      new URLSearchParams({ error: 'access_denied', state: `${url.searchParams.get('state')}` })
    expect(await auth.signIn(refuse)).toMatchObject({ status: 'denied' })
    expect((await call()).status).toBe(200)
    expect(auth.status).toMatchObject({ status: 'authorized' })
  })

  test('needs-user for more scopes stays until the user has signed in', async () => {
    const { auth, call, servers } = await signedIn()
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }
    servers.on(SERVER, ({ body }) => (body.includes('write') ? json({}, 403, challenge) : json({})))
    await expect(call(callTool('write'))).rejects.toMatchObject({ code: 'insufficient-scope' })
    expect((await call()).status).toBe(200)
    expect(auth.status).toMatchObject({ status: 'needs-user', reason: 'scope' })
  })
})

test('a listener that subscribes again while it is called is called once per change', async () => {
  const { auth } = setUp()
  const seen: string[] = []
  let stop = () => {}
  const listener = () => {
    seen.push(auth.status.status)
    stop()
    stop = auth.subscribe(() => listener())
  }
  stop = auth.subscribe(listener)
  await auth.signIn(agree)
  expect(seen).toEqual(['authorizing', 'authorized'])
})

test('the status is the same object until it changes, and listeners are called for each change', async () => {
  const { auth } = setUp()
  const seen: string[] = []
  const stop = auth.subscribe(() => seen.push(auth.status.status))
  auth.subscribe(() => {
    throw new Error('a failing listener')
  })
  expect(auth.status).toBe(auth.status)
  await auth.signIn(agree)
  const { status } = auth
  await auth.fetch(SERVER, request())
  expect(auth.status).toBe(status)
  stop()
  await auth.signOut()
  expect(seen).toEqual(['authorizing', 'authorized'])
})
