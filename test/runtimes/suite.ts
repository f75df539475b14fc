/** Runs scenarios one after another, in the runtime that loaded it. */
import type { Scenario } from '../scenarios/scenario.ts'
import { show } from '../support/show.ts'
import { limits, type Result, type SuiteRequest } from './runtime.ts'
import { selectScenarios } from './select.ts'
import { watchUnhandledErrors } from './unhandled-errors.ts'
import { createWorld, macrotasks, type WorldOptions } from './world.ts'

export interface Suite {
  /** The chosen scenarios. */
  scenarios: readonly Scenario[]
  run(index: number): Promise<Result>
  /** Runs all of them and reports each result at once. */
  runAll(report: (result: Result) => unknown): Promise<void>
}

export function createSuite(
  scenarios: readonly Scenario[],
  connect: WorldOptions['connect'],
  { filter, name, ...request }: SuiteRequest,
): Suite {
  const options: WorldOptions = { ...request, connect }
  const chosen = selectScenarios(scenarios, request.runtime, { filter, name })
  const unhandled = watchUnhandledErrors()
  return { scenarios: chosen, run, runAll }

  async function runAll(report: (result: Result) => unknown): Promise<void> {
    for (const index of chosen.keys()) await report(await run(index))
    await macrotasks(10)
    const error = unhandled.take().join('\n')
    if (error) await report({ name: 'nothing goes wrong afterwards', ok: false, ms: 0, error })
  }

  async function run(index: number): Promise<Result> {
    const scenario = chosen[index]
    if (!scenario) throw new RangeError(`there is no scenario ${index}`)
    const notApplicable = scenario.runs?.except[options.runtime]
    if (notApplicable) return { name: scenario.name, ok: true, ms: 0, notApplicable }
    const started = Date.now()
    const { world, notes, end } = createWorld(options, index)
    const failures: string[] = []
    const fail = (error: unknown) => failures.push(show(error))
    await within(limits.scenario, 'the scenario', () => scenario.run(world)).catch(fail)
    await within(limits.end, 'the end of the scenario', end).catch(fail)
    // Engines report an unhandled rejection in a task of its own, after the one that caused it.
    await macrotasks(2)
    failures.push(...unhandled.take())
    const result: Result = { name: scenario.name, ok: failures.length === 0, ms: Date.now() - started }
    if (failures.length > 0) result.error = failures.join('\n')
    if (Object.keys(notes).length > 0) result.notes = notes
    return result
  }
}

async function within(ms: number, what: string, run: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not finish within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}
