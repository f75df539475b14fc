/** What a person is told and asked, when there is more than one handle or more than one operation. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER, json, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

describe('the status', () => {
  test('of one who was needed is right again when another handle has signed in', async () => {
    const { auth, call, create } = setUp({ store: memoryStore() })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(auth.status).toMatchObject({ status: 'needs-user', reason: 'first' })
    await create().signIn(agree)
    expect((await call()).status).toBe(200)
    expect(auth.status).toMatchObject({ status: 'authorized', issuer: ISSUER })
  })

  test('of one who said no to another sign-in is right again when the old token works', async () => {
    const { auth, call } = await signedIn()
    const refuse = async (url: URL) =>
      new URLSearchParams({ error: 'access_denied', state: `${url.searchParams.get('state')}` })
    expect(await auth.signIn(refuse)).toMatchObject({ status: 'denied' })
    expect((await call()).status).toBe(200)
    expect(auth.status).toMatchObject({ status: 'authorized' })
  })

  test('of one who is asked for more scopes stays until they have answered', async () => {
    const { auth, call, servers } = await signedIn()
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }
    servers.on(SERVER, ({ body }) => (body.includes('write') ? json({}, 403, challenge) : json({})))
    await expect(call(callTool('write'))).rejects.toMatchObject({ code: 'insufficient-scope' })
    expect((await call()).status).toBe(200)
    expect(auth.status).toMatchObject({ status: 'needs-user', reason: 'scope' })
  })
})

test('a person whom two operations ask for different scopes is asked for both', async () => {
  const { servers, auth, call } = setUp({ scope: 'base' })
  let granted = new Set<string>()
  servers.on(SERVER, ({ headers, body }) => {
    if (!headers.authorization) return json({}, 401, { 'www-authenticate': 'Bearer' })
    const scope = JSON.parse(body).params.name
    const challenge = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
    return granted.has(scope) ? json({}) : json({}, 403, challenge)
  })
  const allow = async (url: URL) => {
    granted = new Set(url.searchParams.get('scope')?.split(' '))
    return agree(url)
  }
  await auth.signIn(allow)
  for (const scope of ['read', 'write']) {
    await expect(call(callTool(scope))).rejects.toMatchObject({ code: 'insufficient-scope', scope: `base ${scope}` })
  }
  const { scope, ...rest } = auth.status as { scope?: string }
  expect(rest).toEqual({ status: 'needs-user', reason: 'scope' })
  expect(new Set(scope?.split(' '))).toEqual(new Set(['base', 'read', 'write']))
  await auth.signIn(allow)
  expect(granted).toEqual(new Set(['base', 'read', 'write']))
  for (const scope of ['read', 'write']) expect((await call(callTool(scope))).status).toBe(200)
})

test('who waits for a driver that does not listen can still give up', async () => {
  const { auth, call } = setUp()
  const controller = new AbortController()
  const reason = new Error('enough')
  const driver = () => {
    controller.abort(reason)
    return new Promise<undefined>(() => {})
  }
  await expect(auth.signIn(driver, { signal: controller.signal })).rejects.toBe(reason)
  expect(auth.status).toEqual({ status: 'anonymous' })
  await auth.signIn(agree)
  expect((await call()).status).toBe(200)
})

function callTool(name: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
}
