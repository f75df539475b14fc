/** Counts the results of one runtime, and finds failures, missing results and undeclared exceptions. */
import type { RuntimeName, Scenario } from '../scenarios/scenario.ts'
import type { Result } from './runtime.ts'

export interface Verdict {
  passed: number
  /** Scenarios that cannot run here, as they declare. */
  notApplicable: number
  /** `ids` are those of the scenario that failed. */
  failures: { name: string; ids?: readonly string[]; error: string }[]
}

/** `expected` are the scenarios that should have run. */
export function judge(
  expected: readonly Omit<Scenario, 'run'>[],
  runtime: RuntimeName,
  results: readonly Result[],
): Verdict {
  const verdict: Verdict = { passed: 0, notApplicable: 0, failures: [] }
  const known = new Map(expected.map((scenario) => [scenario.name, scenario]))
  const missing = new Set(known.keys())
  const fail = (name: string, error: string) => {
    const ids = known.get(name)?.ids
    verdict.failures.push({ name, ...(ids && { ids }), error })
  }
  const names = expected.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  if (repeated.length > 0) fail('scenario names are unique', `${repeated.join(', ')} occurs twice`)
  for (const { name, ok, error, notApplicable } of results) {
    const isExpected = missing.delete(name)
    const declared = known.get(name)?.runs?.except[runtime]
    if (!ok) fail(name, error ?? 'failed without an error')
    else if (!isExpected) fail(name, 'reported twice, or not in the list')
    else if (notApplicable !== declared) {
      fail(name, `declared as ${declared ?? 'applicable'}, reported as ${notApplicable}`)
    } else if (notApplicable) verdict.notApplicable += 1
    else verdict.passed += 1
  }
  for (const name of missing) fail(name, 'was not reported')
  if (results.length === 0) fail(`${runtime} runs scenarios`, 'not a single one was reported')
  return verdict
}
