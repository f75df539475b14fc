/** The server entry in workerd: users sign in, and concurrent requests share one refresh. */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram, type MockServer, startMockServer } from '../mock-server.ts'

const TIMEOUT = 60_000
let mock: MockServer

beforeAll(async () => {
  mock = await startMockServer()
}, TIMEOUT)
afterAll(() => mock.dispose())

async function startWorker(server: string, compatibilityDate: string): Promise<Miniflare> {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      host: '127.0.0.1',
      port: 0,
      modules: true,
      script: await bundleProgram('server/worker-app.ts'),
      compatibilityDate,
      durableObjects: { AUTH: { className: 'AuthObject', useSQLite: true } },
      bindings: { SERVER: server },
    }),
  )
  await worker.ready
  return worker
}

/** Does what a browser does up to the callback. */
async function startSignIn(app: string, user: string): Promise<{ callback: string; cookie: string }> {
  const redirect = await fetch(`${app}/${user}/connect`, { redirect: 'manual' })
  expect(redirect.status).toBe(302)
  const response = await fetch(redirect.headers.get('location')!, { headers: { accept: 'application/json' } })
  const { location } = (await response.json()) as { location: string }
  return { callback: location, cookie: redirect.headers.get('set-cookie')!.split(';')[0]! }
}

describe.each(['2024-01-01', '2026-08-01'])('in workerd of %s', (date) => {
  test('users sign in separately, and twenty concurrent requests refresh once', { timeout: TIMEOUT }, async () => {
    const realm = await mock.createRealm('worker')
    const worker = await startWorker(realm.url, date)
    try {
      const app = (await worker.ready).origin
      const call = async (user: string) => (await fetch(`${app}/${user}/call`)).text()
      expect(await call('ann')).toBe('sign-in-required')
      const [ann, bob] = [await startSignIn(app, 'ann'), await startSignIn(app, 'bob')]
      const finish = (callback: string, cookie: string) => fetch(callback, { headers: { cookie }, redirect: 'manual' })
      expect((await finish(ann.callback, bob.cookie)).status).toBe(400)
      expect((await finish(ann.callback.replace('/ann/', '/bob/'), ann.cookie)).status).toBe(400)
      expect((await finish(ann.callback, ann.cookie)).headers.get('location')).toBe('/ann')
      expect([await call('ann'), await call('bob')]).toEqual(['called', 'sign-in-required'])
      await realm.act({ expireTokens: true })
      const answers = await Promise.all(Array.from({ length: 20 }, () => call('ann')))
      expect(answers).toEqual(Array(20).fill('called'))
      const grantTypes = (await realm.journal()).map(({ body }) => new URLSearchParams(String(body)).get('grant_type'))
      expect(grantTypes.filter((type) => type === 'refresh_token')).toHaveLength(1)
    } finally {
      await worker.dispose()
      await realm.dispose()
    }
  })
})
