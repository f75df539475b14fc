/** Tests of the judge, which counts the results of a runtime. */
import { expect, test } from 'vitest'
import type { Scenario } from '../scenarios/scenario.ts'
import { judge } from './judge.ts'

const run = async () => undefined
const one: Scenario = { name: 'one', ids: ['D-01'], run }
const two: Scenario = { name: 'two', runs: { except: { bun: 'no such thing' } }, run }
const passed = (name: string) => ({ name, ok: true, ms: 1 })

test('a runtime that ran every expected scenario has no failures', () => {
  expect(judge([one, two], 'node', [passed('one'), passed('two')])).toEqual({
    passed: 2,
    notApplicable: 0,
    failures: [],
  })
})

test('a declared exception counts as not applicable', () => {
  const results = [passed('one'), { ...passed('two'), notApplicable: 'no such thing' }]
  expect(judge([one, two], 'bun', results)).toEqual({ passed: 1, notApplicable: 1, failures: [] })
})

test('a scenario that is not reported is a failure', () => {
  expect(judge([one, two], 'node', [passed('two')]).failures).toEqual([
    { name: 'one', ids: ['D-01'], error: 'was not reported' },
  ])
})

test('an exception that was not declared is a failure', () => {
  const verdict = judge([one], 'node', [{ ...passed('one'), notApplicable: 'no such feature' }])
  expect(verdict.failures.map(({ name }) => name)).toEqual(['one'])
})

test('a result that comes twice, or for an unknown scenario, is a failure', () => {
  const verdict = judge([one], 'node', [passed('one'), passed('one'), passed('three')])
  expect(verdict.failures.map(({ name }) => name)).toEqual(['one', 'three'])
})

test('two scenarios with the same name are a failure', () => {
  expect(judge([one, one], 'node', [passed('one')]).failures[0]?.error).toContain('one')
})

test('a runtime that reports nothing is a failure even if no scenario was expected', () => {
  expect(judge([], 'node', []).failures).toHaveLength(1)
})

test('a failure that belongs to no scenario keeps its text', () => {
  const stray = { name: 'node runs to its end', ok: false, ms: 0, error: 'ended with 13' }
  expect(judge([one], 'node', [passed('one'), stray]).failures).toEqual([{ name: stray.name, error: stray.error }])
})
