/** docs/errors.md is what the table of mistakes says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runtimes/paths.ts'
import { mistakes } from '../scenarios/errors/mistakes/index.ts'
import { ERRORS_PAGE, formatErrors } from './errors-page.ts'

test('docs/errors.md is up to date', async () => {
  const written = await readFile(join(root, ERRORS_PAGE), 'utf8').catch(() => '')
  expect(written === formatErrors(), 'docs/errors.md is out of date: run npm run docs:errors').toBe(true)
})

test('the table has at least 40 mistakes, each named once', () => {
  const names = Object.values(mistakes).flatMap((rows) => rows.map(({ mistake }) => mistake))
  expect(names.length).toBeGreaterThanOrEqual(40)
  expect(new Set(names).size).toBe(names.length)
})
