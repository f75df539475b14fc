/** Marks scenarios in which engines cannot differ: option checks, wording, parsing, rules of the protocol. */
import type { Scenario } from '../scenario.ts'

export function pure(scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.map((scenario) => ({ ...scenario, pure: true }))
}
