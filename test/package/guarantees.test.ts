/** docs/guarantees.md: every guarantee links to a test that shows it, and the page covers every topic of the scenarios. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { topics } from '../scenarios/index.ts'
import { root } from '../support/paths.ts'
import { findLinks } from './links.ts'

const page = await readFile(join(root, 'docs/guarantees.md'), 'utf8')
const guarantees = page.split('\n').filter((line) => line.startsWith('- '))

test('every guarantee is one line that links to a test', () => {
  expect(guarantees.length).toBeGreaterThan(100)
  for (const line of guarantees) {
    expect(line).toMatch(/^- .*: \[.*\.$/)
    expect(findLinks(line).every((link) => link.startsWith('../test/'))).toBe(true)
  }
})

test('every topic of the scenarios has a guarantee', () => {
  const missing = Object.keys(topics).filter((topic) => !page.includes(`(../test/scenarios/${topic}/`))
  expect(missing).toEqual([])
})
