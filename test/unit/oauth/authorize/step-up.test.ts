/** Requests that need more scopes: when the user is asked for them, and how often. */
import { describe, expect, test } from 'vitest'
import { agree, callTool, json, SERVER } from '../fake-servers.ts'
import { setUp, signedIn } from '../signed-in.ts'

const refuse =
  (header: string, status = 401) =>
  () =>
    json({}, status, { 'www-authenticate': header })

describe('step-up', () => {
  const insufficient = (scope: string) => refuse(`Bearer error="insufficient_scope", scope="${scope}"`, 403)

  test('a missing scope needs the user, who is asked once per operation', async () => {
    const { servers, auth, call } = await signedIn({ scope: 'read' })
    servers.on(SERVER, insufficient('write'))
    const all = await Promise.allSettled([call(callTool('x')), call(callTool('x'))])
    expect(all).toMatchObject([{ reason: { code: 'insufficient-scope', scope: 'read write' } }, {}])
    expect(auth.status).toEqual({ status: 'needs-user', reason: 'scope', scope: 'read write' })
    let requested = ''
    await auth.signIn((url) => {
      requested = url.searchParams.get('scope') ?? ''
      return agree(url)
    })
    expect(requested).toBe('read write')
    await expect(call(callTool('x'))).rejects.toMatchObject({
      name: 'InsufficientScopeError',
      delivery: 'not-executed',
    })
    expect(auth.status.status).toBe('authorized')
  })

  test('a server that always demands another scope can ask three times', async () => {
    const { servers, auth, call } = await signedIn({ maxStepUps: 99 })
    let windows = 0
    for (let round = 0; round < 20; round++) {
      servers.on(SERVER, insufficient(`scope-${round}`))
      await expect(call(callTool(`tool-${round % 5}`))).rejects.toMatchObject({ code: 'insufficient-scope' })
      if (auth.status.status !== 'needs-user') continue
      windows++
      await auth.signIn(agree)
    }
    expect(windows).toBe(3)
  })

  test('any other 403 is returned to the caller', async () => {
    const { servers, call } = await signedIn()
    const before = servers.requests.length
    for (const header of ['Bearer error="invalid_request"', 'Basic realm="x"']) {
      servers.on(SERVER, refuse(header, 403))
      expect((await call()).status).toBe(403)
    }
    expect(servers.requests).toHaveLength(before + 2)
  })
})

test('two operations that need different scopes ask the user once for both', async () => {
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

test('a 403 that names no scopes asks for those that the metadata list beside those it had, once', async () => {
  const { servers, auth, call } = await signedIn({ scope: 'base' })
  servers.resource.scopes_supported = ['read', 'write']
  servers.on(SERVER, refuse('Bearer error="insufficient_scope"', 403))
  const first = await call(callTool('edit')).catch((error) => error)
  expect([first.code, first.message]).toEqual(['insufficient-scope', 'https://mcp.example wants more scopes'])
  expect(auth.status).toMatchObject({ status: 'needs-user', reason: 'scope' })
  let url: URL | undefined
  await auth.signIn(async (given) => {
    url = given
    return agree(given)
  })
  expect(url?.searchParams.get('scope')).toBe('base read write')
  await expect(call(callTool('edit'))).rejects.toMatchObject({ code: 'insufficient-scope' })
  expect(auth.status.status).toBe('authorized')
})
