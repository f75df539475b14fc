/** What is said of a card agrees with the official schema, for the full card and every small change of it. */
import { Validator } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import { findCardIssues } from '../../../src/discover/index.ts'
import { fullCard } from './cards.ts'
import { officialSchema } from './official-schema.ts'

const official = new Validator(officialSchema as object, '2020-12')

const others = [
  undefined,
  null,
  true,
  7,
  '',
  'x',
  'x'.repeat(101),
  'a b',
  'ftp://a.example/',
  [],
  {},
  { src: 'https://a.example/i' },
]

/** Stricter than the schema on purpose: ranges, and URLs that a page must not open or show. */
const stricter =
  /^card\.(version|websiteUrl|repository\.url|icons\[\d+\]\.src|remotes\[\d+\]\.headers\[\d+\]\.name) is not valid$/

/** The card with each member replaced, removed or joined by an unknown one, at every depth. */
function changesOf(value: unknown): unknown[] {
  const replaced = others.filter((other) => other !== undefined)
  if (Array.isArray(value))
    return [...replaced, ...value.flatMap((item, at) => changesOf(item).map((other) => value.with(at, other)))]
  if (typeof value !== 'object' || value === null) return replaced
  const members = Object.entries(value)
  return [
    ...replaced,
    { ...value, unknown: 1 },
    ...members.map(([key]) => Object.fromEntries(members.filter(([other]) => other !== key))),
    ...members.flatMap(([key, member]) => changesOf(member).map((other) => ({ ...value, [key]: other }))),
  ]
}

test('a card is valid here if it is by the official schema', () => {
  expect(official.validate(fullCard).valid).toBe(true)
  expect(findCardIssues(fullCard)).toEqual([])
  const changed = changesOf(fullCard)
  expect(changed.length).toBeGreaterThan(500)
  for (const card of changed) {
    const issues = findCardIssues(card)
    if (official.validate(card).valid) expect(issues.filter((issue) => !stricter.test(issue))).toEqual([])
    else expect(issues, JSON.stringify(card)).not.toEqual([])
  }
})

test.for([
  ['version', '^1.2.3'],
  ['version', '>=1.2.3'],
  ['version', '1.x'],
  ['version', '1.*'],
  ['websiteUrl', 'javascript:alert(1)'],
  ['icons', [{ src: 'data:image/svg+xml,<svg/>' }]],
  ['$schema', 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'],
] as const)('a card whose %s is %s is not valid', ([key, value]) => {
  expect(findCardIssues({ ...fullCard, [key]: value })).toHaveLength(1)
})
