/** Chooses scenarios by a part of their name or of one of their requirement ids. */
import type { Scenario } from '../scenarios/scenario.ts'

export function selectScenarios(scenarios: readonly Scenario[], filter = ''): Scenario[] {
  return scenarios.filter(({ name, ids = [] }) => [name, ...ids].some((text) => text.includes(filter)))
}
