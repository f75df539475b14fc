/** The cache partition of the current user, and the warning about shared handles. */
import { describe, expect, test } from 'vitest'
import { agree, ISSUER, json, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

test('the partition differs between sign-ins, stays the same over a refresh, and contains no token', async () => {
  const { auth, servers, call } = setUp()
  const before = await auth.fetch.cachePartition()
  await auth.signIn(agree)
  await call()
  const signedIn = await auth.fetch.cachePartition()
  servers.validTokens.clear()
  await call()
  expect(await auth.fetch.cachePartition()).toBe(signedIn)
  await auth.signOut()
  expect(await auth.fetch.cachePartition()).toBe(before)
  await auth.signIn(agree)
  const again = await auth.fetch.cachePartition()
  expect(new Set([before, signedIn, again]).size).toBe(3)
  expect([signedIn, again].join()).not.toMatch(/access|refresh/)
})

describe('a shared handle', () => {
  const warnings = ({ events }: ReturnType<typeof setUp>) =>
    events.filter((event) => event.type === 'warning' && event.message.includes('share'))

  test('a second sign-in without a sign-out causes a warning', async () => {
    const all = setUp()
    await all.auth.signIn(agree)
    expect(warnings(all)).toEqual([])
    await all.auth.signIn(agree)
    expect(warnings(all)).toEqual([{ type: 'warning', message: 'Two people seem to share one handle' }])
  })

  test('a sign-in after a sign-out, an expiry or a step-up causes no warning', async () => {
    const all = setUp({ scope: 'read' })
    await all.auth.signIn(agree)
    await all.auth.signOut()
    await all.auth.signIn(agree)
    all.servers.validTokens.clear()
    all.servers.on(`${ISSUER}/token`, json({ error: 'invalid_grant' }, 400))
    await expect(all.call()).rejects.toMatchObject({ reason: 'expired' })
    all.servers.on(`${ISSUER}/token`, json({ access_token: 'a', token_type: 'bearer' }))
    await all.auth.signIn(agree)
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }
    all.servers.on(SERVER, () => json({}, 403, challenge))
    await expect(all.call()).rejects.toMatchObject({ code: 'insufficient-scope' })
    await all.auth.signIn(agree)
    expect(warnings(all)).toEqual([])
  })
})
