/** Chooses scenarios by name, requirement id and runtime. */
import type { RuntimeName, Scenario } from '../scenarios/scenario.ts'

export interface Selection {
  /** A part of the name or of a requirement id. */
  filter?: string | undefined
  /** The whole name. */
  name?: string | undefined
}

/** Pure scenarios cannot differ between runtimes: Node and one browser are enough. */
const PURE_IN: readonly RuntimeName[] = ['node', 'chromium']

export function selectScenarios<S extends Omit<Scenario, 'run'>>(
  scenarios: readonly S[],
  runtime: RuntimeName,
  { filter = '', name }: Selection = {},
): S[] {
  return scenarios.filter((scenario) => {
    if (scenario.pure && filter === '' && !PURE_IN.includes(runtime)) return false
    if (name !== undefined) return scenario.name === name
    return [scenario.name, ...(scenario.ids ?? [])].some((text) => text.includes(filter))
  })
}
