/** The card, the catalog and the other documents of the mock server. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../src/core/index.ts'
import { checkCard, type FoundCard, findCardIssues } from '../../../src/discover/index.ts'
import { authorizationServer, createMockServer, type DiscoveryConfig } from '../../../src/testing/index.ts'

const CARD = 'https://mock.example/mcp/server-card'
const CATALOG = 'https://mock.example/.well-known/ai-catalog.json'

const publish = (discovery: DiscoveryConfig, more = {}) => createMockServer({ ...more, discovery })

describe('the card', () => {
  test('conforms to its schema and agrees with the server, whatever that is configured to be', async () => {
    for (const more of [{}, { name: 'Blanks and ümlauts', version: '2' }, { versions: ['2025-06-18'] }]) {
      const server = publish({ card: true }, more)
      const card = (await (await server.fetch(CARD)).json()) as FoundCard
      expect(findCardIssues(card)).toEqual([])
      const client = await connect(server.url, { fetch: server.fetch, eraCache: new Map() })
      expect(checkCard(card, client).filter(({ claim }) => claim !== 'name')).toEqual([])
      await client.close()
    }
  })

  test('has members that replace others, and none that is null', async () => {
    const server = publish({ card: { title: 'Mine', version: null, remotes: [] } })
    const card = await (await server.fetch(CARD)).json()
    expect(card).toMatchObject({ name: 'example.mock/mock', title: 'Mine', remotes: [] })
    expect(card).not.toHaveProperty('version')
  })

  test('needs no token, and pages of any origin may read it', async () => {
    const server = publish({ card: true }, { auth: authorizationServer() })
    const response = await server.fetch(CARD, { headers: { origin: 'https://page.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json')
    expect((await server.fetch(server.url, { method: 'POST', body: '{}' })).status).toBe(401)
  })
})

test('a document that is known is not sent again', async () => {
  const server = publish({ card: true })
  const first = await server.fetch(CARD)
  const etag = first.headers.get('etag')!
  const known = await server.fetch(CARD, { headers: { 'if-none-match': etag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
  server.configure({ discovery: { card: { version: '2' } } })
  expect((await server.fetch(CARD, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('the catalog lists the card, or the entries of a test', async () => {
  const listed = (await (await publish({ catalog: true }).fetch(CATALOG)).json()) as { entries: { url: string }[] }
  expect(listed.entries.map(({ url }) => url)).toEqual([CARD])
  const entries = [{ identifier: 7 }]
  expect(await (await publish({ catalog: entries }).fetch(CATALOG)).json()).toEqual({ specVersion: '1.0', entries })
})

test('any path may have a document of any size, status and headers', async () => {
  const server = publish({
    card: true,
    documents: {
      '/mcp/server-card': { text: 'not JSON', padding: 10 },
      '/gone': { status: 410 },
      '/moved': { status: 301, headers: { location: 'https://elsewhere.example/' } },
    },
  })
  expect(await (await server.fetch(CARD)).text()).toBe(`not JSON${' '.repeat(10)}`)
  expect((await server.fetch('https://mock.example/gone')).status).toBe(410)
  const moved = await server.fetch('https://mock.example/moved', { redirect: 'manual' })
  expect(moved.headers.get('location')).toBe('https://elsewhere.example/')
})

test('without the setting there is none, and faults meet documents by their path', async () => {
  expect((await createMockServer().fetch(CARD)).status).toBe(404)
  const server = publish({ card: true })
  server.fault('http-503', { on: { path: '/mcp/server-card' }, times: 1 })
  expect((await server.fetch(CARD)).status).toBe(503)
  expect((await server.fetch(CARD)).status).toBe(200)
})
