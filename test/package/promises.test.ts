/** docs/promises.md is what the scenarios and tests say. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runtimes/paths.ts'
import { formatPromises, PAGE, readTitles } from './promises.ts'

test('docs/promises.md is up to date', async () => {
  const written = await readFile(join(root, PAGE), 'utf8').catch(() => '')
  expect(written === (await formatPromises()), 'docs/promises.md is out of date: run npm run docs:promises').toBe(true)
})

test('titles that end with ids in brackets are found, in tests, tables of tests and groups', () => {
  const source = `
test('a stream is resumed [R-01, T-60]', async () => {
  expect(list[0]).toBe('not a title [R-02]')
})
test.each(paths)("%s isn't Streamable HTTP [F-13]", () => {})
test('without an id', () => {})
describe('a client that stops reading [B-06]', () => {
  test('is cut off', () => {})
  test.each([1, 2])(\`is noticed after \${count} frames [B-07]\`, () => {})
})
describe('a session id', () => {
  test.each([
    ['too long', 'x'.repeat(129)],
  ])('is refused when it is %s [B-04]', () => {})
})
test('after the group', () => {})
test(
  'a call times out [protocol:U-27]',
  { timeout: 60_000 },
  async () => {},
)
`
  expect(readTitles(source)).toEqual([
    { title: 'a stream is resumed', ids: ['R-01', 'protocol:T-60'] },
    { title: "… isn't Streamable HTTP", ids: ['F-13'] },
    { title: 'a client that stops reading: is cut off', ids: ['B-06'] },
    { title: 'a client that stops reading: is noticed after … frames', ids: ['B-07'] },
    { title: 'a session id: is refused when it is …', ids: ['B-04'] },
    { title: 'a call times out', ids: ['protocol:U-27'] },
  ])
})
