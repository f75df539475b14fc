/** Two at once over one store, and a person who leaves while something is on its way. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

const TOKEN = `${ISSUER}/token`

afterEach(() => {
  vi.useRealTimers()
})

describe('two handles over one store in memory', () => {
  test('refresh once', async () => {
    const { servers, create, call } = await signedIn({ store: memoryStore() })
    const other = create()
    servers.good.clear()
    const answers = await Promise.all([call(), other.fetch(SERVER, request())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(servers.to(TOKEN).map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual([
      null,
      'refresh-2',
    ])
    expect(other.status).toMatchObject({ status: 'authorized' })
  })

  test('do not wait for one whose refresh failed', async () => {
    const { servers, create, call } = await signedIn({ store: memoryStore() })
    const other = create()
    servers.good.clear()
    servers.on(TOKEN, () => {
      servers.on(TOKEN, () => {
        servers.good.add('second')
        return json({ access_token: 'second', token_type: 'bearer' })
      })
      return json({ error: 'invalid_request' }, 400)
    })
    const [first, second] = await Promise.allSettled([call(), other.fetch(SERVER, request())])
    expect(first).toMatchObject({ status: 'rejected', reason: { reason: 'token_refused' } })
    expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  })

  test('do not wait for ever for one that ended in the middle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { lock } = memoryStore()
    void lock!('name', () => new Promise(() => {}))
    const run = vi.fn(async () => 'done')
    const turn = lock!('name', run)
    await expect(lock!('another', async () => 'at once')).resolves.toBe('at once')
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(turn).resolves.toBe('done')
  })
})

describe('who signs out', () => {
  const authorizations = ({ to }: { to: (url: string) => { headers: Record<string, string> }[] }) =>
    to(SERVER).flatMap(({ headers }) => headers.authorization ?? [])

  test('while a token is renewed early is not spoken for any more', async () => {
    const { servers, auth, call, environment } = await signedIn()
    environment.advance(3_580_000)
    servers.asked.length = 0
    servers.on(TOKEN, async () => {
      await auth.signOut()
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'r' })
    })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(TOKEN)).toHaveLength(1)
    expect(authorizations(servers)).toEqual([])
  })

  test('while the code is redeemed stays signed out', async () => {
    const store = memoryStore()
    const { servers, auth, call, create } = setUp({ store })
    servers.on(TOKEN, async () => {
      await auth.signOut()
      servers.good.add('late')
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'r' })
    })
    expect(await auth.signIn(agree)).toEqual({ status: 'anonymous' })
    expect(servers.to(TOKEN)).toHaveLength(1)
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'first' })
    await expect(create().fetch(SERVER, request())).rejects.toMatchObject({ reason: 'first' })
    expect(authorizations(servers)).toEqual([])
  })

  test('has signed out although the store cannot be read', async () => {
    const store = memoryStore()
    const { get } = store
    const { servers, auth, call } = await signedIn({ store })
    store.get = async () => {
      throw new Error('not now')
    }
    await auth.signOut()
    expect(auth.status).toEqual({ status: 'anonymous' })
    store.get = get
    servers.asked.length = 0
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'first' })
    expect(authorizations(servers)).toEqual([])
  })
})
