/** Tests of the filter of scenarios, and of the names and ids of all scenarios. */
import { expect, test } from 'vitest'
import { scenarios } from '../scenarios/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { allScenarios } from './all-scenarios.ts'
import { selectScenarios } from './select.ts'

const run = async () => undefined
const one: Scenario = { name: 'a stream is resumed', ids: ['R-01', 'protocol:T-60'], run }
const two: Scenario = { name: 'a call is answered', run }

test('scenarios are chosen by a part of their name', () => {
  expect(selectScenarios([one, two], 'answered')).toEqual([two])
})

test('scenarios are chosen by a requirement id, with or without its prefix', () => {
  expect(selectScenarios([one, two], 'R-01')).toEqual([one])
  expect(selectScenarios([one, two], 'T-60')).toEqual([one])
  expect(selectScenarios([one, two], 'protocol:T-60')).toEqual([one])
})

test('without a filter every scenario is chosen', () => {
  expect(selectScenarios([one, two])).toEqual([one, two])
  expect(selectScenarios([one, two], '')).toEqual([one, two])
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
