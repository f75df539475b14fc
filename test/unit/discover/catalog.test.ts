/** What is listed of a catalog, and what is left out, with the reason. */
import { expect, test } from 'vitest'
import { discover, readCard } from '../../../src/discover/index.ts'
import { fullCard } from './cards.ts'

const type = 'application/mcp-server-card+json'
const entry = { identifier: 'urn:air:example.com:mcp:weather', type, url: 'https://example.com/mcp/server-card' }

async function read(document: unknown, options = {}) {
  const reasons: string[] = []
  const requested: string[] = []
  const fetch = async (url: string) => {
    requested.push(url)
    return Response.json(document)
  }
  const found = await discover('example.com', {
    fetch,
    onInvalid: (_: unknown, reason: string) => void reasons.push(reason),
    ...options,
  })
  return { found, reasons, requested }
}

test('entries have a name, and other types of entries are passed over', async () => {
  const { found, reasons } = await read({
    specVersion: '1.3',
    unknown: 1,
    entries: [
      entry,
      { ...entry, identifier: 'x', displayName: 'Named', description: 'What', version: '2' },
      { ...entry, type: 'application/a2a-agent-card+json' },
      { ...entry, mediaType: type, type: undefined },
      { ...entry, identifier: 'relative', url: '/card' },
    ],
  })
  const catalog = 'https://example.com/.well-known/ai-catalog.json'
  expect(found).toEqual([
    { identifier: entry.identifier, name: 'weather', url: entry.url, catalog },
    { identifier: 'x', name: 'Named', description: 'What', version: '2', url: entry.url, catalog },
    { identifier: 'relative', name: 'relative', url: 'https://example.com/card', catalog },
  ])
  expect(reasons).toEqual([])
})

test('a card inside of a catalog is checked when it is read, without a request', async () => {
  const { found, requested } = await read({
    specVersion: 'draft',
    entries: [
      { identifier: 'inside', type, data: fullCard },
      { identifier: 'wrong', type, data: { name: 'x' } },
    ],
  })
  expect(found.map(({ name, version }) => [name, version])).toEqual([
    ['Weather', '2.1.0-alpha'],
    ['wrong', undefined],
  ])
  expect(await readCard(found[0]!)).toEqual({ ...fullCard, source: found[0]!.catalog })
  await expect(readCard(found[1]!)).rejects.toMatchObject({ reason: 'invalid-document' })
  expect(requested).toHaveLength(1)
})

test('entries that cannot be used are left out with a reason', async () => {
  const { found, reasons } = await read({
    specVersion: '1.0',
    entries: [
      { ...entry, identifier: 7 },
      { ...entry, url: 'http://example.com/card' },
      { ...entry, url: 'javascript:alert(1)' },
      { ...entry, url: undefined },
      entry,
      entry,
      null,
    ],
  })
  expect(found).toHaveLength(1)
  expect(reasons).toEqual([
    'it has no identifier',
    'it is at http://example.com. Plain http: is refused beyond this machine; use https:',
    'it is not an http(s) URL without credentials',
    'it has neither url nor data',
    'it is listed twice',
  ])
})

test('only so many entries are read, those inside of catalogs included', async () => {
  const entries = Array.from({ length: 50 }, (_, index) => ({ ...entry, identifier: `${index}` }))
  const nested = { identifier: 'c', type: 'application/ai-catalog+json', data: { specVersion: '1.0', entries } }
  const { found, reasons } = await read(
    { specVersion: '1.0', entries: [nested, ...entries] },
    { limits: { entries: 20 } },
  )
  expect(found).toHaveLength(19)
  expect(reasons).toEqual(['only 20 entries are read (limits.entries)'])
})

test('only so many catalogs are requested', async () => {
  let requests = 0
  const entries = Array.from({ length: 100 }, (_, index) => ({
    identifier: `${index}`,
    type: 'application/ai-catalog+json',
    url: `/catalog-${index}`,
  }))
  const reasons = new Set<string>()
  const fetch = async (url: string) => {
    requests++
    return Response.json({ specVersion: '1.0', entries: url.includes('/catalog-') ? [] : entries })
  }
  const onInvalid = (_: unknown, reason: string) => void reasons.add(reason)
  await discover('example.com', { fetch, onInvalid })
  expect(requests).toBe(32)
  expect([...reasons]).toEqual(['only 32 catalogs are requested (limits.documents)'])
  requests = 0
  await discover('example.com', { fetch, limits: { documents: 2 } })
  expect(requests).toBe(2)
})

test.for([[{ specVersion: '2.0', entries: [] }], [{ entries: [] }], [{ specVersion: '1.0' }], [[]], ['catalog']])(
  '%o is no catalog',
  async ([document]) => {
    await expect(read(document)).rejects.toMatchObject({ code: 'discover', reason: 'invalid-document' })
  },
)

test('a catalog inside of another that never answers ends with the time limit of all', async () => {
  const nested = { identifier: 'c', type: 'application/ai-catalog+json', url: '/nested' }
  const fetch = async (url: string) =>
    url.endsWith('/nested')
      ? new Promise<Response>(() => {})
      : Response.json({ specVersion: '1.0', entries: [nested, entry] })
  await expect(discover('example.com', { fetch, timeout: 20 })).rejects.toMatchObject({ code: 'timeout' })
})
