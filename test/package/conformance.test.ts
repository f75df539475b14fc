/** docs/conformance.md is what its source says, and each file and test that it names is there. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { topics } from '../../scripts/docs/conformance/index.ts'
import { kept, must } from '../../scripts/docs/conformance/requirement.ts'
import { CONFORMANCE_PAGE, findMissing, formatConformance } from '../../scripts/docs/conformance-page.ts'
import { root } from '../support/paths.ts'

const requirements = topics.flatMap(({ sections }) => sections.flatMap((section) => section.requirements))

test('the page is up to date', async () => {
  const page = await readFile(join(root, CONFORMANCE_PAGE), 'utf8')
  expect(formatConformance() === page, `${CONFORMANCE_PAGE} is out of date: run npm run docs:conformance`).toBe(true)
})

test('every sentence has a source and a test that are there, or the reason why it needs none', async () => {
  expect(requirements.length).toBeGreaterThan(400)
  expect(await findMissing(requirements)).toEqual([])
})

test('every topic has sentences of both revisions, but for those that one of them does not have', () => {
  const oneRevision = topics.filter(
    ({ sections }) => new Set(sections.flatMap(({ pages }) => Object.keys(pages))).size < 2,
  )
  expect(oneRevision.map(({ title }) => title)).toEqual([
    'Streamable HTTP, 2026-07-28',
    'Parameter headers, 2026-07-28',
    'Transports, 2025-11-25',
    'Tasks, 2025-11-25',
  ])
})

test('a file or a test that is not there is found, and so is a sentence without evidence', async () => {
  const there = 'call/answers > concurrent calls each get their own answer'
  expect(await findMissing([must('a', kept('core/rpc/send', there))])).toEqual([])
  expect(
    await findMissing([
      must('a', kept('core/rpc/nothing', there)),
      must('b', kept('core/rpc/send', 'call/answers > concurrent calls each get')),
      must('c', kept('core/rpc/send')),
    ]),
  ).toEqual([
    'a: src/core/rpc/nothing.ts',
    'b: test/scenarios/call/answers.ts has no test "concurrent calls each get"',
    'c: no evidence',
  ])
})
