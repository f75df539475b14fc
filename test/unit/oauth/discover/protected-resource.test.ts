/** Where the protected resource metadata are looked for, and what ends the search. */
import { describe, expect, test } from 'vitest'
import { AuthError } from '../../../../src/oauth/errors.ts'
import { type Answer, AS, agree, ISSUER, json, PRM, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'
import { discover, gone, protectedBy } from './run-discovery.ts'

describe('protected resource metadata', () => {
  test('the well-known URL with the path is tried first, then the one at the root', async () => {
    const { outcome, urls } = await discover({ [`${PRM}/mcp`]: gone(), [PRM]: protectedBy(ISSUER) })
    expect(urls).toEqual([`${PRM}/mcp`, PRM, AS])
    expect(outcome).toMatchObject({ as: { issuer: ISSUER }, resource: SERVER, prm: PRM })
  })

  test('the URL in the challenge is the only one that is tried', async () => {
    const named = 'https://mcp.example/custom'
    const there = await discover({ [named]: protectedBy(ISSUER) }, { named })
    expect([there.urls, there.outcome.prm]).toEqual([[named, AS], named])
    const gone = await discover({}, { named })
    expect([gone.urls, gone.outcome.reason]).toEqual([[named], 'resource-metadata-unavailable'])
  })

  test('a resource whose scheme and host are in capital letters is the same resource', async () => {
    const resource = SERVER.replace('https://mcp.example', 'HTTPS://MCP.Example')
    expect(resource).not.toBe(SERVER)
    const metadata = json({ resource, authorization_servers: [ISSUER] })
    const { outcome } = await discover({ [`${PRM}/mcp`]: metadata })
    expect(outcome).toMatchObject({ as: { issuer: ISSUER }, resource })
  })

  test('an endpoint at the root has one well-known URL, and the query of an endpoint is part of its URL', async () => {
    const root = await discover({}, { server: 'https://mcp.example/' })
    expect(root.urls[0]).toBe(PRM)
    expect(root.urls[1]).not.toBe(PRM)
    const query = await discover({}, { server: `${SERVER}?tenant=1` })
    expect(query.urls[0]).toBe(`${PRM}/mcp?tenant=1`)
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
  ])('%s ends the search with resource-metadata-unavailable', async ([, answer]) => {
    const { outcome, urls } = await discover({ [`${PRM}/mcp`]: answer })
    expect([urls, outcome.reason]).toEqual([[`${PRM}/mcp`], 'resource-metadata-unavailable'])
  })

  test('a redirect is not followed and ends the search', async () => {
    // A page sees a redirect as status 0.
    for (const answer of [new Response(null, { status: 302, headers: { location: AS } }), Response.error()]) {
      const { outcome, urls } = await discover({ [`${PRM}/mcp`]: () => answer })
      expect([urls, outcome.reason]).toEqual([[`${PRM}/mcp`], 'redirect-refused'])
    }
  })

  test('a network error ends the search, since it does not prove that there are no metadata', async () => {
    const { outcome, urls } = await discover({ [`${PRM}/mcp`]: () => Promise.reject(new TypeError('fetch failed')) })
    expect([urls, outcome.reason, outcome.retryable]).toEqual([[`${PRM}/mcp`], 'temporarily-unavailable', true])
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
  ])(
    'the resource %s is accepted with prefix matching: %s, with exact matching: %s',
    async ([resource, prefix, exact]) => {
      for (const [resourceMatch, expected] of [
        ['prefix', prefix],
        ['exact', exact],
      ] as const) {
        const answers = { [`${PRM}/api/mcp`]: json({ resource, authorization_servers: [ISSUER] }) }
        const { outcome, urls } = await discover(answers, { server: endpoint, resourceMatch })
        if (expected) expect(outcome.resource).toBe(resource)
        else expect([outcome.reason, urls.length]).toEqual(['resource-mismatch', 1])
      }
    },
  )

  test('metadata at the root may name the origin, even with exact matching', async () => {
    const answers = {
      [`${PRM}/mcp`]: gone(),
      [PRM]: json({ resource: 'https://mcp.example', authorization_servers: [ISSUER] }),
    }
    const { outcome } = await discover(answers, { resourceMatch: 'exact' })
    expect(outcome.resource).toBe('https://mcp.example')
  })
})

test.for([
  `https://as.example/\u001b]0;title\u0007${'A'.repeat(100_000)}`,
  `https://as.example/${'A'.repeat(100_000)}`,
  '\u001b[31mred',
  '',
])('an issuer that cannot be a URL (%#) is refused, and nothing of it is repeated', async (issuer) => {
  const { servers, auth, events } = setUp()
  servers.resource = { resource: SERVER, authorization_servers: [issuer] }
  const error: AuthError = await auth.signIn(agree).then(
    () => expect.fail('signed in'),
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(AuthError)
  expect(error).toMatchObject({ reason: 'resource-metadata-unavailable', retryable: false })
  const shown = JSON.stringify([error, error.message, events])
  expect(shown.length).toBeLessThan(2_000)
  expect(shown).not.toMatch(/u001b|AAAA/)
})
