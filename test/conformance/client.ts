/** Checks the client with the official conformance suite: one run of the suite per requirement set. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { failure } from '../support/step.ts'
import { type Driver, drivers } from './drivers.ts'
import { openGate } from './gate.ts'
import { runGroup, type SelectedScenario } from './group.ts'
import { listScenarios, type Report } from './suite.ts'

/** Clients at the same time, and runs of the suite. */
const PARALLEL = 3

interface RequirementSet {
  revision: string
  /** How many scenarios the suite must require. */
  scored: number
  /** How many it reports without scoring them. */
  further: number
}

const SETS: RequirementSet[] = [
  { revision: '2025-11-25', scored: 18, further: 7 },
  { revision: '2026-07-28', scored: 32, further: 7 },
]

/** Scenarios in no requirement set. */
const FURTHER_SCENARIOS = [
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'sep-2640-client-no-prefetch',
  'sep-2640-client-verify-digest',
  'sep-2640-client-verify-size',
  'sep-2640-client-verify-frontmatter',
]

export interface ClientOptions {
  /** The name of the driver: the runtime that the client runs in. @default 'node' */
  runtime?: string
  /** Only scenarios whose name contains this. */
  filter?: string
  /** No scenarios whose name contains this. */
  without?: string
  /** Only this scenario, of this requirement set. */
  only?: Pick<SelectedScenario, 'revision' | 'scenario'>
  /** Only scenarios of which this is true. */
  select?: (scenario: SelectedScenario) => boolean
}

export async function run({
  runtime = 'node',
  filter = '',
  without,
  only,
  select = () => true,
}: ClientOptions = {}): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-client-'))
  const report: Report = { passed: 0, failed: 0, lines: [] }
  const gate = await openGate(PARALLEL)
  let driver: Driver | undefined
  try {
    driver = await drivers[runtime]!(directory)
    const isSelected = (one: SelectedScenario) =>
      only
        ? one.scenario === only.scenario && one.revision === only.revision
        : one.scenario.includes(filter) && !(without && one.scenario.includes(without))
    const selected = (await listAll(report)).filter((one) => isSelected(one) && select(one))
    const sets = SETS.map(({ revision }) => selected.filter((scenario) => scenario.revision === revision))
    const alone = selected.filter(({ revision }) => revision === undefined).map((scenario) => [scenario])
    const groups = [...sets, ...alone].filter((group) => group.length > 0)
    const client = { ...driver, variables: { ...driver.variables, CONFORMANCE_GATE: gate.url } }
    const failures = await inParallel(groups, (group, index) => runGroup(group, client, join(directory, `${index}`)))
    summarize(runtime, groups.flat(), failures.flat(), report)
    return report
  } finally {
    gate.close()
    await driver?.dispose()
    await rm(directory, { recursive: true, force: true })
  }
}

async function listAll(report: Report): Promise<SelectedScenario[]> {
  const all: SelectedScenario[] = []
  for (const { revision, ...expected } of SETS) {
    const listed = await listScenarios('client', revision)
    for (const kind of ['scored', 'further'] as const) {
      const title = kind === 'scored' ? `client at ${revision}` : `client at ${revision}, not scored`
      all.push(...listed[kind].map((scenario) => ({ title, revision, scenario })))
      if (listed[kind].length === expected[kind]) continue
      report.failed++
      report.lines.push(`  ${title}: the suite has ${listed[kind].length} scenarios, expected ${expected[kind]}`)
    }
  }
  return [...all, ...FURTHER_SCENARIOS.map((scenario) => ({ title: 'client, in no set', scenario }))]
}

function summarize(
  runtime: string,
  selected: SelectedScenario[],
  failures: (string | undefined)[],
  report: Report,
): void {
  for (const title of new Set(selected.map((scenario) => scenario.title))) {
    const found = selected.flatMap((scenario, index) =>
      scenario.title === title ? [{ scenario, text: failures[index] }] : [],
    )
    const problems = found.flatMap(({ scenario: { scenario, revision }, text }) =>
      text === undefined ? [] : [failure(`${scenario} at ${revision}`, text, { only: { scenario, revision } })],
    )
    const passed = found.length - problems.length
    report.passed += passed
    report.failed += problems.length
    report.failures = [...(report.failures ?? []), ...problems]
    report.lines.push(`${title}, in ${runtime}: ${passed}/${found.length} scenarios`)
  }
}

async function inParallel<T, R>(items: T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  })
  await Promise.all(workers)
  return results
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { runtime: { type: 'string' }, filter: { type: 'string' } } })
  const {
    passed,
    failed,
    lines,
    failures = [],
  } = await run({
    ...(values.runtime !== undefined && { runtime: values.runtime }),
    ...(values.filter !== undefined && { filter: values.filter }),
  })
  for (const line of [...lines, ...failures.map(({ name, text }) => `✗ ${name}\n${text}`)]) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
