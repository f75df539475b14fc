/** docs/testing.md lists every fault of the mock server, and the mock server has every fault of the simulation. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatFaults, TESTING_PAGE, withFaults } from '../../scripts/docs/faults-table.ts'
import { type FaultName, faultTable } from '../../src/testing/faults/table.ts'
import { FAULT_KINDS } from '../simulation/network/faults.ts'
import { root } from '../support/paths.ts'

/** The public name of each fault of the simulation that has another name there. */
const PUBLIC_NAMES: Record<(typeof FAULT_KINDS)[number], FaultName> = {
  unsent: 'network-error',
  refused: 'connection-refused',
  'response lost': 'response-lost',
  status: 'http-status',
  'session lost': 'forgets-sessions',
  'late response': 'late-response',
  'no response': 'never-answers',
  cut: 'cut-in-message',
  short: 'ends-early',
  'half-open': 'falls-silent',
  pieces: 'in-pieces',
  'stays open': 'holds-open',
  'late cut': 'late-cut',
  flood: 'flood',
  'ignores abort': 'ignores-abort',
  'foreign answer': 'foreign-answer',
  'repeated answer': 'repeats-answer',
}

/** What changes on a server of an era run, beside faults of the network. */
const ERA_NAMES: FaultName[] = ['upgrades', 'downgrades', 'unsupported-version', 'forgets-sessions']

test('the table in docs/testing.md is up to date', async () => {
  const page = await readFile(join(root, TESTING_PAGE), 'utf8')
  expect(withFaults(page) === page, 'docs/testing.md is out of date: run npm run docs:faults').toBe(true)
})

test('the table has a row for every fault, named in kebab-case, with a sentence', () => {
  const rows = formatFaults().split('\n').slice(2)
  expect(rows).toHaveLength(Object.keys(faultTable).length)
  for (const row of rows) expect(row).toMatch(/^\| `[a-z]+(-[a-z0-9]+)*` \| [A-Z].*\. \| .* \| .*\|$/)
})

test('every fault of the simulation has a public name', () => {
  const names = [...FAULT_KINDS.map((kind) => PUBLIC_NAMES[kind]), ...ERA_NAMES]
  for (const name of names) expect(Object.keys(faultTable)).toContain(name)
})

test('a page without the marks is refused', () => {
  expect(() => withFaults('# Testing')).toThrow('docs/testing.md needs the lines')
})
