/** In which order metadata are looked for, and what ends the search. */
import { describe, expect, test } from 'vitest'
import { createOAuthContext } from '../../../src/oauth/context.ts'
import type { OAuthOptions } from '../../../src/oauth/options.ts'
import { createManualEnvironment } from '../manual-environment.ts'
import { type Answer, AS, createFakeServers, ISSUER, json, PRM, SERVER } from './fake-servers.ts'

/** What became of it, and what was asked. */
async function discover(
  answers: Record<string, Answer>,
  { named, server = SERVER, ...options }: Partial<OAuthOptions> & { named?: string; server?: string } = {},
) {
  const servers = createFakeServers()
  for (const [url, answer] of Object.entries(answers)) servers.on(url, answer)
  const { discovery } = createOAuthContext(createManualEnvironment(), { server, fetch: servers.fetch, ...options })
  const challenge = { readable: true, resource_metadata: named }
  const outcome = await discovery.discover(challenge, undefined).catch((error) => error)
  return { outcome, asked: servers.asked.map(({ url }) => url), servers }
}

const gone = (status = 404) => new Response('no', { status })
const issuedBy = (issuer: string, more: object = {}) => json({ issuer, token_endpoint: `${ISSUER}/token`, ...more })
const protectedBy = (...authorization_servers: string[]) => json({ resource: SERVER, authorization_servers })

describe('the metadata of the resource', () => {
  test('are looked for at the path, then at the root', async () => {
    const { outcome, asked } = await discover({ [`${PRM}/mcp`]: gone(), [PRM]: protectedBy(ISSUER) })
    expect(asked).toEqual([`${PRM}/mcp`, PRM, AS])
    expect(outcome).toMatchObject({ as: { issuer: ISSUER }, resource: SERVER, prm: PRM })
  })

  test('are at the named address, or nowhere', async () => {
    const named = 'https://mcp.example/custom'
    const there = await discover({ [named]: protectedBy(ISSUER) }, { named })
    expect([there.asked, there.outcome.prm]).toEqual([[named, AS], named])
    const gone = await discover({}, { named })
    expect([gone.asked, gone.outcome.reason]).toEqual([[named], 'prm_unavailable'])
  })

  test('have one address if the endpoint is the root, and the query belongs to it', async () => {
    const root = await discover({}, { server: 'https://mcp.example/' })
    expect(root.asked[0]).toBe(PRM)
    expect(root.asked[1]).not.toBe(PRM)
    const query = await discover({}, { server: `${SERVER}?tenant=1` })
    expect(query.asked[0]).toBe(`${PRM}/mcp?tenant=1`)
  })

  test.for<[string, Answer]>([
    ['500', () => gone(500)],
    ['503', () => gone(503)],
    ['HTML', new Response('<p>')],
    ['an array', json([])],
    ['null', json(null)],
    ['no resource', json({ authorization_servers: [ISSUER] })],
    ['another type of resource', json({ resource: 7 })],
    ['300 KiB', json({ resource: SERVER, more: 'x'.repeat(300 * 1024) })],
  ])('end it with %s', async ([, answer]) => {
    const { outcome, asked } = await discover({ [`${PRM}/mcp`]: answer })
    expect([asked, outcome.reason]).toEqual([[`${PRM}/mcp`], 'prm_unavailable'])
  })

  test('end it with a redirect, which is not followed', async () => {
    // A page sees one with a status of 0.
    for (const answer of [new Response(null, { status: 302, headers: { location: AS } }), Response.error()]) {
      const { outcome, asked } = await discover({ [`${PRM}/mcp`]: () => answer })
      expect([asked, outcome.reason]).toEqual([[`${PRM}/mcp`], 'redirect_refused'])
    }
  })

  test('end it when nobody answers: that is no word that there are none', async () => {
    const { outcome, asked } = await discover({ [`${PRM}/mcp`]: () => Promise.reject(new TypeError('fetch failed')) })
    expect([asked, outcome.reason, outcome.retryable]).toEqual([[`${PRM}/mcp`], 'temporarily_unavailable', true])
  })

  const endpoint = 'https://mcp.example/api/mcp'
  test.for<[string, boolean, boolean]>([
    [endpoint, true, true],
    ['https://mcp.example', true, false],
    ['https://mcp.example/', true, false],
    ['https://mcp.example/api', true, false],
    ['https://mcp.example/api/', true, false],
    ['HTTPS://MCP.example:443/api/mcp', true, true],
    ['https://mcp.example/ap', false, false],
    ['https://mcp.example/api/mcp/more', false, false],
    ['https://mcp.example/api/mc', false, false],
    ['https://mcp.example:8443/api/mcp', false, false],
    ['http://mcp.example/api/mcp', false, false],
    ['https://a@mcp.example/api/mcp', false, false],
    ['https://mcp.example/api/mcp#x', false, false],
    ['https://mcp.example/api/mcp?x', false, false],
    ['https://evil.example/api/mcp', false, false],
    ['nonsense', false, false],
  ])('may speak of %s: loosely %s, exactly %s', async ([resource, prefix, exact]) => {
    for (const [resourceMatch, expected] of [
      ['prefix', prefix],
      ['exact', exact],
    ] as const) {
      const answers = { [`${PRM}/api/mcp`]: json({ resource, authorization_servers: [ISSUER] }) }
      const { outcome, asked } = await discover(answers, { server: endpoint, resourceMatch })
      if (expected) expect(outcome.resource).toBe(resource)
      else expect([outcome.reason, asked.length]).toEqual(['resource_mismatch', 1])
    }
  })

  test('may speak of the origin even exactly, if they are at the root', async () => {
    const answers = {
      [`${PRM}/mcp`]: gone(),
      [PRM]: json({ resource: 'https://mcp.example', authorization_servers: [ISSUER] }),
    }
    const { outcome } = await discover(answers, { resourceMatch: 'exact' })
    expect(outcome.resource).toBe('https://mcp.example')
  })
})

describe('the metadata of an authorization server', () => {
  const OPENID = '/.well-known/openid-configuration'

  test('are looked for in the order of the specification', async () => {
    const root = await discover({ [AS]: gone() })
    expect(root.asked.slice(1)).toEqual([AS, ISSUER + OPENID])
    expect(root.outcome).toMatchObject({ reason: 'as_metadata_unavailable', issuer: ISSUER })
    const path = await discover({ [`${PRM}/mcp`]: protectedBy(`${ISSUER}/t`) })
    expect(path.asked.slice(1)).toEqual([`${AS}/t`, `${ISSUER}${OPENID}/t`, `${ISSUER}/t${OPENID}`])
  })

  test.for([400, 401, 404, 410, 429, 502])('are elsewhere after %s', async (status) => {
    const { outcome } = await discover({ [AS]: () => gone(status), [ISSUER + OPENID]: issuedBy(ISSUER) })
    expect(outcome.as.issuer).toBe(ISSUER)
  })

  test.for([500, 503, 504])('end it with %s', async (status) => {
    const { outcome, asked } = await discover({ [AS]: () => gone(status), [ISSUER + OPENID]: issuedBy(ISSUER) })
    expect([asked.at(-1), outcome.reason, outcome.retryable]).toEqual([AS, 'as_metadata_unavailable', true])
  })

  test.for([`${ISSUER}/`, 'HTTPS://as.example', 'https://as.example:443', 'https://evil.example', 7, null])(
    'of issuer %s are those of another, and end it',
    async (issuer) => {
      const { outcome, asked } = await discover({ [AS]: json({ issuer }) })
      expect([asked.at(-1), outcome.reason]).toEqual([AS, 'issuer_mismatch'])
    },
  )

  test('are taken for the members that we use, if these are what they should be', async () => {
    const fields = {
      token_endpoint: 7,
      scopes_supported: ['a', 7, null],
      code_challenge_methods_supported: 'S256',
      client_id_metadata_document_supported: 'true',
      authorization_response_iss_parameter_supported: 1,
      __proto__x: 1,
      jwks_uri: 'https://as.example/jwks',
    }
    const { outcome } = await discover({ [AS]: issuedBy(ISSUER, fields) })
    expect(outcome.as).toEqual({ issuer: ISSUER, scopes_supported: ['a'] })
  })
})

describe('a server of 2025-03-26', () => {
  const origin = 'https://mcp.example'
  const none = { [`${PRM}/mcp`]: () => gone() }

  test('is its own authorization server', async () => {
    const own = `${origin}/.well-known/oauth-authorization-server`
    for (const issuer of [origin, `${origin}/`]) {
      const { outcome, asked } = await discover({ ...none, [own]: issuedBy(issuer) })
      expect(asked).toEqual([`${PRM}/mcp`, PRM, own])
      expect(outcome).toMatchObject({ as: { issuer, token_endpoint: `${ISSUER}/token` }, resource: SERVER })
    }
    const { outcome } = await discover({ ...none, [own]: issuedBy('https://honest.example') })
    expect(outcome.reason).toBe('issuer_mismatch')
  })

  test('has its endpoints at the origin if it says nothing', async () => {
    const { outcome, servers } = await discover(none)
    expect(outcome.as).toMatchObject({
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
    })
    expect(servers.asked[0]?.headers).toMatchObject({ 'mcp-protocol-version': '2025-03-26' })
  })

  test('does not get credentials that are for somebody else', async () => {
    const client = { issuer: ISSUER, id: 'x', secret: 'y' }
    const { outcome, asked } = await discover(none, { client })
    expect([outcome.reason, asked]).toEqual(['authorization_server_changed', [`${PRM}/mcp`, PRM]])
  })
})

describe('of several issuers', () => {
  const second = 'https://second.example'
  const answers = {
    [`${PRM}/mcp`]: protectedBy(ISSUER, second),
    [`${second}/.well-known/oauth-authorization-server`]: issuedBy(second),
  }

  test('the first is taken, or the one the application chooses, or the one it has credentials for', async () => {
    expect((await discover(answers)).outcome.as.issuer).toBe(ISSUER)
    expect((await discover(answers, { chooseIssuer: ([, other]) => other! })).outcome.as.issuer).toBe(second)
    const client = { issuer: second, id: 'x' }
    expect((await discover(answers, { client, chooseIssuer: () => ISSUER })).outcome.as.issuer).toBe(second)
  })

  test('none is taken that the server does not name', async () => {
    const client = { issuer: 'https://third.example', id: 'x' }
    for (const options of [{ client }, { chooseIssuer: () => 'https://third.example' }]) {
      const { outcome, asked } = await discover(answers, options)
      expect([outcome.reason, asked]).toEqual(['authorization_server_changed', [`${PRM}/mcp`]])
    }
  })
})
