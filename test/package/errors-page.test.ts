/** docs/errors.md is what the table of mistakes says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { remedies } from '../../scripts/docs/error-remedies.ts'
import { ERRORS_PAGE, withErrors } from '../../scripts/docs/errors-page.ts'
import { mistakes } from '../scenarios/errors/mistakes/index.ts'
import { root } from '../support/paths.ts'

test('docs/errors.md is up to date', async () => {
  const page = await readFile(join(root, ERRORS_PAGE), 'utf8')
  expect(withErrors(page) === page, 'docs/errors.md is out of date: run npm run docs:errors').toBe(true)
})

test('every mistake but those about arguments has a remedy, and every remedy a mistake', () => {
  const [, ...others] = Object.values(mistakes)
  expect(Object.keys(remedies)).toEqual(others.flatMap((rows) => rows.map(({ mistake }) => mistake)))
})

test('docs/errors.md has every class of errors that an entry exports, with its code and reasons', async () => {
  const page = await readFile(join(root, ERRORS_PAGE), 'utf8')
  const files = ['core', 'oauth', 'group', 'tools', 'relay', 'apps', 'discover'].map((entry) =>
    join(root, 'src', entry, 'errors.ts'),
  )
  const sources = await Promise.all([...files, join(root, 'src/relay/types.ts')].map((file) => readFile(file, 'utf8')))
  const classes = sources.flatMap((text) => [
    ...text.matchAll(/^export class (\w+Error)\b[\s\S]*?readonly code: [^=]*= '([a-z-]+)'/gm),
  ])
  expect(classes.length).toBeGreaterThanOrEqual(16)
  const thrown = classes.filter(([, name]) => name !== 'McpError')
  for (const [, name, code] of thrown) expect(page).toMatch(new RegExp(`^\\| \`${code}\` \\| \`${name}\``, 'm'))
  const reasons = sources.flatMap((text) => [...text.matchAll(/^ {2}\| '([a-z-]+)'$/gm)].map(([, reason]) => reason!))
  expect(reasons.length).toBeGreaterThan(30)
  const oauth = await readFile(join(root, 'docs/oauth.md'), 'utf8')
  expect(reasons.filter((reason) => !(page + oauth).includes(`\`${reason}\``))).toEqual([])
})

test('the table has at least 40 mistakes, each named once', () => {
  const names = Object.values(mistakes).flatMap((rows) => rows.map(({ mistake }) => mistake))
  expect(names.length).toBeGreaterThanOrEqual(40)
  expect(new Set(names).size).toBe(names.length)
})
