/** One step per runtime, each with a mock server of its own, and the summary of their results. */
import { createBundle } from '../runtimes/bundle.ts'
import { judge, type Verdict } from '../runtimes/judge.ts'
import type { ColumnRequest, ColumnResults } from '../runtimes/run-column.ts'
import type { Result, Runtime } from '../runtimes/runtime.ts'
import { selectScenarios } from '../runtimes/select.ts'
import { readSourceMap } from '../runtimes/source-positions.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { formatFacts } from './facts.ts'
import type { Outcome, PlannedStep } from './step.ts'

export interface Columns {
  steps: PlannedStep[]
  /** The summary, when all steps are over. */
  table(): string[]
  /** What the probes observed in the engines. */
  facts(): string[]
  dispose(): Promise<void>
}

/** A scenario waits for the network more than half of its time; browsers compute more. */
const CORES: Partial<Record<Runtime['name'], number>> = { chromium: 0.55, firefox: 0.65, webkit: 0.5 }
const CORES_OF_PROCESSES = 0.35

const starting = ['webkit', 'chromium', 'firefox']

interface Column {
  version: string
  results: Result[]
  verdict: Verdict
}

export function createColumns(runtimes: readonly Runtime[], leftOut: readonly string[], filter = ''): Columns {
  const columns = new Map<string, Column>()
  let shared: Promise<Shared> | undefined
  // Runtimes that take longest to start go first.
  const order = [...runtimes].sort((one, other) => starting.indexOf(other.name) - starting.indexOf(one.name))
  const steps = order.map(({ name }): PlannedStep => {
    const parameters = async (): Promise<ColumnRequest> => ({ runtime: name, bundle: (await share()).bundle, filter })
    const module = 'runtimes/run-column.ts'
    const cores = CORES[name] ?? CORES_OF_PROCESSES
    return { name, module, parameters, cores, conclude: (results) => conclude(name, results as ColumnResults) }
  })
  return { steps, table, facts, dispose: async () => (await shared?.catch(() => undefined))?.dispose() }

  function share(): Promise<Shared> {
    shared ??= createShared()
    return shared
  }

  async function conclude(runtime: Runtime['name'], { version, results }: ColumnResults): Promise<Outcome> {
    const { bundle, scenarios } = await share()
    const verdict = judge(selectScenarios(scenarios, filter), runtime, results)
    if (verdict.failures.length > 0) {
      const toSourcePositions = await readSourceMap(bundle)
      for (const failure of verdict.failures) failure.error = toSourcePositions(failure.error)
    }
    columns.set(runtime, { version, results, verdict })
    const names = verdict.failures.map((failure) => `✗ ${titleOf(failure)}`)
    return { passed: verdict.passed, failed: verdict.failures.length, lines: names }
  }

  function table(): string[] {
    const rows = runtimes.map(({ name }) => describe(name, columns.get(name)))
    return leftOut.length > 0 ? [...rows.flat(), `left out: ${leftOut.join(', ')}`] : rows.flat()
  }

  function facts(): string[] {
    return formatFacts(
      runtimes.flatMap(({ name }) => {
        const column = columns.get(name)
        return column ? [{ runtime: name, ...column }] : []
      }),
    )
  }
}

function describe(name: string, column: Column | undefined): string[] {
  if (!column) return [`${name}: did not run`]
  const { version, verdict } = column
  const { ran, notApplicable, failures } = verdict
  const exceptions = notApplicable.map((exception) => `  not applicable: ${exception.name} (${exception.reason})`)
  const failed = failures.flatMap((failure) => [
    `  ✗ ${titleOf(failure)}`,
    ...failure.error.split('\n').map((line) => `      ${line}`),
  ])
  const counts = `${ran} ran, ${notApplicable.length} not applicable, ${failures.length} failed`
  return [`${name} ${version}: ${counts}`, ...exceptions, ...failed]
}

function titleOf({ name, ids }: Verdict['failures'][number]): string {
  return ids ? `${name} [${ids.join(', ')}]` : name
}

interface Shared {
  scenarios: readonly Scenario[]
  /** The path of the bundle that all of them run. */
  bundle: string
  dispose(): Promise<void>
}

async function createShared(): Promise<Shared> {
  // Imported here, so that a module that cannot be loaded fails these steps and not the run.
  const { allScenarios } = await import('../runtimes/all-scenarios.ts')
  const { path, dispose } = await createBundle()
  return { scenarios: allScenarios, bundle: path, dispose }
}
