/** What is said when two people use what is made for one. */
import { describe, expect, test } from 'vitest'
import { agree, ISSUER, json, SERVER } from './fake-servers.ts'
import { setUp } from './signed-in.ts'

describe('a handle', () => {
  const warnings = ({ events }: ReturnType<typeof setUp>) => events.filter(({ type }) => type === 'warning')

  test('that two people share says so', async () => {
    const all = setUp()
    await all.auth.signIn(agree)
    expect(warnings(all)).toEqual([])
    await all.auth.signIn(agree)
    expect(warnings(all)).toEqual([{ type: 'warning', message: 'Two people seem to share one handle' }])
  })

  test('says nothing of one who signs out, signs in again, or is asked for more', async () => {
    const all = setUp({ scope: 'read' })
    await all.auth.signIn(agree)
    await all.auth.signOut()
    await all.auth.signIn(agree)
    all.servers.good.clear()
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
