/** The search of a group: the right tool among the first three. */
import { describe, expect, test } from 'vitest'
import { createSearch } from '../../../src/group/search.ts'
import { heldOutQueries, tuningQueries } from './search-queries.ts'
import { createToolCatalogue } from './tool-catalogue.ts'

const tools = createToolCatalogue()
const search = createSearch(tools)

describe('search', () => {
  test('the catalogue has about 1,000 tools with distinct names', () => {
    expect(tools.length).toBeGreaterThan(900)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  })

  test('every query names a tool of the catalogue', () => {
    const names = new Set(tools.map(({ name }) => name))
    const all = [...tuningQueries, ...heldOutQueries]
    expect(all).toHaveLength(50)
    expect(all.filter(([, server, tool]) => !names.has(`${server}__${tool}`))).toEqual([])
  })

  test.each([
    ['the queries that it was tuned with', tuningQueries],
    ['the queries that were held out', heldOutQueries],
  ])('the right tool is among the first three for %s', (_, queries) => {
    const missed = queries.flatMap(([query, server, tool]) => {
      const found = search(query, 3).map(({ name }) => name)
      return found.includes(`${server}__${tool}`) ? [] : [{ query, expected: `${server}__${tool}`, found }]
    })
    expect(missed).toEqual([])
  })
})
