/** A registration is for one address to come back to; another one must not take the first one's place. */
import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import type { Driver } from '../../../src/oauth/types.ts'
import { agree, ISSUER } from './fake-servers.ts'
import { setUp } from './signed-in.ts'

/** A person who comes back to this port, or not at all. */
const at = (port: number, run: (url: URL) => Promise<URLSearchParams | undefined>): Driver =>
  Object.assign((url: URL) => run(url), { prepare: async () => ({ redirectUri: `http://127.0.0.1:${port}/callback` }) })

const giveUp = () => Promise.reject(new DOMException('The window is closed', 'AbortError'))

test('a sign-in with another address that is given up does not end the first', async () => {
  const { servers, auth, call } = setUp()
  await auth.signIn(at(5000, agree))
  await expect(auth.signIn(at(5001, giveUp))).rejects.toMatchObject({ name: 'AbortError' })
  expect(servers.to(`${ISSUER}/register`)).toHaveLength(2)
  servers.good.clear()
  expect((await call()).status).toBe(200)
  const refresh = new URLSearchParams(servers.to(`${ISSUER}/token`)[1]?.body)
  expect([refresh.get('grant_type'), refresh.get('client_id')]).toEqual(['refresh_token', 'client-1'])
  expect(auth.status).toMatchObject({ status: 'authorized' })
})

test('a sign-in with another address does not end one that is under way', async () => {
  const { servers, auth } = setUp()
  const urls: URL[] = []
  const leave = async (url: URL) => void urls.push(url)
  await auth.signIn(at(5000, leave))
  await auth.signIn(at(5001, leave))
  expect(await auth.finish(await agree(urls[0]!))).toMatchObject({ status: 'authorized' })
  const form = new URLSearchParams(servers.to(`${ISSUER}/token`)[0]?.body)
  expect([form.get('client_id'), form.get('redirect_uri')]).toEqual(['client-1', 'http://127.0.0.1:5000/callback'])
})

test('two that register at once use each what was registered with its own address', async () => {
  const { servers, create } = setUp({ store: memoryStore() })
  const used: (string | null)[][] = []
  const leave = async ({ searchParams }: URL) =>
    void used.push([searchParams.get('client_id'), searchParams.get('redirect_uri')])
  await Promise.all([5000, 5001].map((port) => create().signIn(at(port, leave))))
  const registered = servers
    .to(`${ISSUER}/register`)
    .map(({ body }, index) => [`client-${index + 1}`, ...JSON.parse(body).redirect_uris])
  expect(used).toHaveLength(2)
  expect(used.sort()).toEqual(registered)
})
