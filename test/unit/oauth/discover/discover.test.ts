/** Which authorization server is chosen, and what servers of 2025-03-26 get. */
import { describe, expect, test } from 'vitest'
import { agree, ISSUER, json, PRM, request, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'
import { discover, gone, issuedBy, protectedBy } from './run-discovery.ts'

describe('a server of 2025-03-26', () => {
  const origin = 'https://mcp.example'
  const none = { [`${PRM}/mcp`]: () => gone() }

  test('a server without resource metadata is its own authorization server', async () => {
    const own = `${origin}/.well-known/oauth-authorization-server`
    for (const issuer of [origin, `${origin}/`]) {
      const { outcome, urls } = await discover({
        ...none,
        [own]: issuedBy(issuer, { code_challenge_methods_supported: ['S256'] }),
      })
      expect(urls).toEqual([`${PRM}/mcp`, PRM, own])
      expect(outcome).toMatchObject({ as: { issuer, token_endpoint: `${ISSUER}/token` }, resource: SERVER })
    }
    const { outcome } = await discover({ ...none, [own]: issuedBy('https://honest.example') })
    expect(outcome.reason).toBe('issuer-mismatch')
  })

  test('a server without any metadata has the default endpoints at its origin', async () => {
    const { outcome, servers } = await discover(none)
    expect(outcome.as).toMatchObject({
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
    })
    expect(servers.requests[0]?.headers).toMatchObject({ 'mcp-protocol-version': '2025-03-26' })
  })

  test('a server with resource metadata, or that has spoken a later revision, has no default endpoints', async () => {
    const refused = { reason: 'authorization-server-metadata-unavailable', issuer: origin }
    const { outcome } = await discover({ [`${PRM}/mcp`]: protectedBy() })
    expect(outcome).toMatchObject(refused)
    const { auth, servers } = setUp()
    for (const url of [`${PRM}/mcp`, PRM]) servers.on(url, () => gone())
    servers.on(`${origin}/register`, json({ client_id: 'x' }, 201))
    servers.on(SERVER, ({ body }) => (body.includes('tools/call') ? gone(401) : json({})))
    const send = (method: string, version: string) =>
      auth.fetch(SERVER, { ...request(`{"method":"${method}"}`), headers: { 'mcp-protocol-version': version } })
    // Every server gets the probe.
    await send('server/discover', '2026-07-28')
    await send('tools/list', '2025-03-26')
    await auth.signIn(async () => undefined)
    await send('tools/list', '2025-11-25')
    await expect(auth.signIn(agree)).rejects.toMatchObject(refused)
  })

  test('credentials for another issuer are not sent to it', async () => {
    const client = { issuer: ISSUER, id: 'x', secret: 'y' }
    const { outcome, urls } = await discover(none, { client })
    expect([outcome.reason, urls]).toEqual(['authorization-server-changed', [`${PRM}/mcp`, PRM]])
  })
})

describe('several issuers', () => {
  const second = 'https://second.example'
  const answers = {
    [`${PRM}/mcp`]: protectedBy(ISSUER, second),
    [`${second}/.well-known/oauth-authorization-server`]: issuedBy(second),
  }

  test('the issuer of the credentials is used, else the one that chooseIssuer returns, else the first', async () => {
    expect((await discover(answers)).outcome.as.issuer).toBe(ISSUER)
    expect((await discover(answers, { chooseIssuer: ([, other]) => other! })).outcome.as.issuer).toBe(second)
    const client = { issuer: second, id: 'x' }
    expect((await discover(answers, { client, chooseIssuer: () => ISSUER })).outcome.as.issuer).toBe(second)
  })

  test('an issuer that the server does not name is refused', async () => {
    const client = { issuer: 'https://third.example', id: 'x' }
    for (const options of [{ client }, { chooseIssuer: () => 'https://third.example' }]) {
      const { outcome, urls } = await discover(answers, options)
      expect([outcome.reason, urls]).toEqual(['authorization-server-changed', [`${PRM}/mcp`]])
    }
  })
})
