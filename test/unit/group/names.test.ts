/** Names of tools in a group: injective, safe for models, and the same when servers come and go. */
import { describe, expect, test } from 'vitest'
import { createMergedList, type MergedList } from '../../../src/group/merged-list.ts'
import { longName } from '../../../src/group/names.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'

const SAFE = /^[A-Za-z0-9_-]{1,64}$/

/** Names that are prone to clash: few letters, underscores, forbidden characters, long ones, and such that look hashed. */
function createNames(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const parts = ['a', 'b', '_', '__', '.', '/', 'é', '-', 'search', '1234567890', 'x'.repeat(40), '𝒳', ' ', '"']
  return (): string => Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(parts)).join('')
}

type Servers = Map<string, { name: string }[]>

function createServers(random: () => number): Servers {
  const next = createNames(random)
  const servers: Servers = new Map()
  for (let count = 0; count < 6; count++)
    servers.set(
      next(),
      Array.from({ length: 12 }, () => ({ name: next() })),
    )
  return servers
}

const nameOf = (list: MergedList) =>
  new Map(
    (list.entries as { server: string; originalName: string; name: string }[]).map((entry) => [
      JSON.stringify([entry.server, entry.originalName]),
      entry.name,
    ]),
  )

/** The names that are wrong; one assertion for all, since thousands are checked. */
function findWrong(names: Map<string, string>): string[] {
  const seen = new Set<string>()
  return [...names.values()].filter((name) => {
    const isWrong = seen.has(name) || !SAFE.test(name)
    seen.add(name)
    return isWrong
  })
}

describe.each([false, true])('names of a group (short: %s)', (useShort) => {
  test('are injective, safe, and kept when servers come and go, for 200 random groups', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createSeededRandom(seed)
      const servers = createServers(random)
      const list = createMergedList('name', useShort)
      const given = new Map<string, string>()
      for (let round = 0; round < 6; round++) {
        // Some of the servers, in any order, as if the others had been removed or had failed.
        const present = [...servers].filter(() => random() < 0.7).sort(() => random() - 0.5)
        list.update(present)
        const names = nameOf(list)
        expect(findWrong(names)).toEqual([])
        expect(names.size).toBe(
          present.reduce((sum, [, items]) => sum + new Set(items.map(({ name }) => name)).size, 0),
        )
        expect([...names].filter(([key, name]) => (given.get(key) ?? name) !== name)).toEqual([])
        for (const [key, name] of names) given.set(key, name)
      }
      // Names of things that are gone are not given to others.
      expect(findWrong(given)).toEqual([])
    }
  })
})

describe('long names', () => {
  test('do not depend on the other servers, nor on their order', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = createSeededRandom(seed)
      const servers = [...createServers(random)]
      const names = [servers, [...servers].reverse()].map((order) => {
        const list = createMergedList('name', false)
        for (const server of order) list.update([server])
        list.update(servers)
        return nameOf(list)
      })
      expect(names[1]).toEqual(names[0])
    }
  })

  test.each([
    ['docs', 'search', 'docs__search'],
    ['my_docs', '_search', 'my_docs___search'],
    ['a', 'b__c', 'a__b__c'],
  ])('%s and %s give %s', (server, name, expected) => {
    expect(longName(server, name)).toBe(expected)
  })

  test.each([
    ['a server with two underscores', 'a__b', 'c'],
    ['a server with an underscore at its end', 'a_', 'b'],
    ['a character that models do not take', 'docs', 'files.read'],
    ['more than 64 characters', 'docs', 'x'.repeat(59)],
    ['a name that looks as if it had a hash', 'docs', 'call_12345678901234567890'],
  ])('%s: a hash tells it apart', (_, server, name) => {
    expect(longName(server, name)).toMatch(/^[\w-]{1,43}_\d{20}$/)
  })

  test('two tools with the same hash have different names', () => {
    const name = longName('docs', 'files.read')
    const list = createMergedList('name', false, [['["docs","other"]', name]])
    list.update([['docs', [{ name: 'other' }, { name: 'files.read' }]]])
    const [first, second] = [...nameOf(list).values()]
    expect(first).toBe(name)
    expect(second).toMatch(/^docs__files_read_\d{20}$/)
    expect(second).not.toBe(name)
  })
})

describe('short names', () => {
  test('are the own names of tools; of two the later one gets the long name, also once the first is gone', () => {
    const list = createMergedList('name', true)
    const [docs, crm] = [
      [{ name: 'search' }, { name: 'read' }],
      [{ name: 'search' }, { name: 'docs__read' }],
    ]
    list.update([
      ['docs', docs],
      ['crm', crm],
    ])
    const names = nameOf(list)
    expect([...names.values()]).toEqual(['search', 'read', 'crm__search', 'crm__docs__read'])
    list.update([['crm', crm]])
    expect([...nameOf(list).values()]).toEqual(['crm__search', 'crm__docs__read'])
    list.update([
      ['other', [{ name: 'search' }]],
      ['crm', crm],
      ['docs', docs],
    ])
    expect(nameOf(list)).toEqual(new Map([...names, ['["other","search"]', 'other__search']]))
  })
})

describe('the merged list', () => {
  const items = (...names: string[]) => names.map((name) => ({ name }))
  const entriesOf = (list: MergedList) => (list.entries as { name: string }[]).map(({ name }) => name)

  test('keeps its order, appends what is new, and puts back what returns', () => {
    const list = createMergedList('name', false)
    const [a, b] = [items('one', 'two'), items('one')]
    list.update([
      ['a', a],
      ['b', b],
    ])
    const first = list.entries
    list.update([
      ['a', a],
      ['b', b],
    ])
    expect(list.entries, 'the same array if nothing changed').toBe(first)
    list.update([
      ['a', [a[1]!, ...items('new'), a[0]!]],
      ['b', b],
    ])
    expect(entriesOf(list)).toEqual(['a__one', 'a__two', 'b__one', 'a__new'])
    expect(list.entries[2], 'the same objects for the other server').toBe(first[2])
    list.update([['b', b]])
    expect(entriesOf(list)).toEqual(['b__one'])
    list.update([
      ['b', b],
      ['a', a],
    ])
    expect(entriesOf(list)).toEqual(['a__one', 'a__two', 'b__one'])
  })

  test('of two items with one name at one server, the first counts', () => {
    const list = createMergedList('name', false)
    list.update([
      [
        'a',
        [
          { name: 'x', title: '1' },
          { name: 'x', title: '2' },
        ],
      ],
    ])
    expect(list.entries).toEqual([{ name: 'a__x', originalName: 'x', server: 'a', title: '1' }])
  })

  test('does not remember without end what is gone', () => {
    const list = createMergedList('uri', false)
    for (let round = 0; round < 50; round++) {
      list.update([['a', Array.from({ length: 100 }, (_, index) => ({ uri: `file:///${round}/${index}` }))]])
    }
    expect(list.entries).toHaveLength(100)
    expect(list.names.size).toBeLessThan(1_300)
  })
})
