/** Tests of the filter of scenarios, and of the names and ids of all scenarios. */
import { expect, test } from 'vitest'
import { scenarios } from '../scenarios/index.ts'
import type { RuntimeName, Scenario } from '../scenarios/scenario.ts'
import { allScenarios } from './entry.ts'
import { selectScenarios } from './select.ts'

const run = async () => undefined
const one: Scenario = { name: 'a stream is resumed', ids: ['R-01', 'protocol:T-60'], run }
const two: Scenario = { name: 'a call is answered', run }

test('scenarios are chosen by a part of their name', () => {
  expect(selectScenarios([one, two], 'node', { filter: 'answered' })).toEqual([two])
})

test('scenarios are chosen by a requirement id, with or without its prefix', () => {
  expect(selectScenarios([one, two], 'node', { filter: 'R-01' })).toEqual([one])
  expect(selectScenarios([one, two], 'node', { filter: 'T-60' })).toEqual([one])
  expect(selectScenarios([one, two], 'node', { filter: 'protocol:T-60' })).toEqual([one])
})

test('without a filter every scenario is chosen', () => {
  expect(selectScenarios([one, two], 'node')).toEqual([one, two])
  expect(selectScenarios([one, two], 'node', { filter: '' })).toEqual([one, two])
})

test('a scenario is chosen by its whole name', () => {
  const longer: Scenario = { ...two, name: 'a call is answered late' }
  expect(selectScenarios([two, longer], 'deno', { name: two.name })).toEqual([two])
})

test('a pure scenario runs in Node and one browser, and wherever it is asked for', () => {
  const pure: Scenario = { ...two, pure: true }
  const runtimes: RuntimeName[] = ['node', 'workerd', 'deno', 'bun', 'chromium', 'firefox', 'webkit']
  expect(runtimes.filter((runtime) => selectScenarios([pure], runtime).length > 0)).toEqual(['node', 'chromium'])
  expect(runtimes.filter((runtime) => selectScenarios([pure], runtime, { filter: 'call' }).length > 0)).toEqual(
    runtimes,
  )
})

test('every scenario has a name of its own, without ids in it', () => {
  const names = allScenarios.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => /\b[A-Z]{1,2}-\d/.test(name.replace(/-\d{5}|S256/g, '')))).toEqual([])
})

test('requirement ids have one form', () => {
  const ids = scenarios.flatMap((scenario) => scenario.ids ?? [])
  expect(ids.filter((id) => !/^([BDFKLR]-\d\d|(protocol|auth):[A-Z]{1,2}-\d+[a-e]?)$/.test(id))).toEqual([])
})
