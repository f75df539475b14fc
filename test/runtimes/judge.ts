/** Counts the results of one runtime, and finds failures, missing results and undeclared exceptions. */
import type { RuntimeName, Scenario } from '../scenarios/scenario.ts'
import type { Result } from './runtime.ts'

export interface Verdict {
  ran: number
  passed: number
  /** The scenarios that cannot run here, with the declared reason. */
  notApplicable: { name: string; reason: string }[]
  /** `ids` are those of the scenario that failed. */
  failures: { name: string; ids?: readonly string[]; error: string }[]
}

/** `expected` are the scenarios that should have run. */
export function judge(expected: readonly Scenario[], runtime: RuntimeName, results: readonly Result[]): Verdict {
  const verdict: Verdict = { ran: 0, passed: 0, notApplicable: [], failures: [] }
  const known = new Map(expected.map((scenario) => [scenario.name, scenario]))
  const missing = new Map(known)
  const fail = (name: string, error: string) => {
    const ids = known.get(name)?.ids
    verdict.failures.push({ name, ...(ids && { ids }), error })
  }
  if (missing.size < expected.length) fail('scenario names are unique', `${repeated(expected).join(', ')} occurs twice`)
  for (const { name, ok, error, notApplicable } of results) {
    const scenario = missing.get(name)
    missing.delete(name)
    const declared = scenario?.runs?.except[runtime]
    if (!ok) {
      if (scenario) verdict.ran += 1
      fail(name, error ?? 'failed without an error')
    } else if (!scenario) fail(name, 'reported twice, or not in the list')
    else if (notApplicable !== declared)
      fail(name, `declared as ${declared ?? 'applicable'}, reported as ${notApplicable}`)
    else if (notApplicable) verdict.notApplicable.push({ name, reason: notApplicable })
    else {
      verdict.ran += 1
      verdict.passed += 1
    }
  }
  for (const name of missing.keys()) fail(name, 'was not reported')
  if (results.length === 0) fail(`${runtime} runs scenarios`, 'not a single one was reported')
  return verdict
}

function repeated(scenarios: readonly Scenario[]): string[] {
  const names = scenarios.map((scenario) => scenario.name)
  return names.filter((name, index) => names.indexOf(name) !== index)
}
