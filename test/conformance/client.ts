/** Lets the official conformance suite judge the client, one scenario at a time and strictly. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Driver, places } from './drivers.ts'
import { judge, listScenarios, type Report, readResults, suite } from './suite.ts'

/** Suites at once: each is a process that starts another one. */
const PARALLEL = 3

interface Judged {
  /** As the summary names it. */
  title: string
  /** The revision that the suite speaks; absent where the scenario decides. */
  revision?: string
  scenario: string
}

interface RequirementSet {
  revision: string
  /** How many scenarios the revision requires; the suite must not run fewer. */
  scored: number
  /** How many it reports beside them. */
  further: number
}

const SETS: RequirementSet[] = [
  { revision: '2025-11-25', scored: 18, further: 7 },
  { revision: '2026-07-28', scored: 32, further: 7 },
]

/** In no requirement set. */
const ELSEWHERE = [
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'sep-2640-client-no-prefetch',
  'sep-2640-client-verify-digest',
  'sep-2640-client-verify-size',
  'sep-2640-client-verify-frontmatter',
]

export interface ClientOptions {
  /** The runtime that the client runs in. @default 'node' */
  place?: keyof typeof places
  /** Only scenarios whose name this matches. */
  filter?: RegExp
}

export async function run({ place = 'node', filter = /./ }: ClientOptions = {}): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-client-'))
  const report: Report = { passed: 0, failed: 0, lines: [] }
  let driver: Driver | undefined
  try {
    driver = await places[place](directory)
    const wanted = (await listAll(report)).filter(({ scenario }) => filter.test(scenario))
    const verdicts = await inParallel(wanted, (judged, index) =>
      judgeScenario(judged, driver!, join(directory, `${index}`)),
    )
    summarize(place, wanted, verdicts, report)
    return report
  } finally {
    await driver?.dispose()
    await rm(directory, { recursive: true, force: true })
  }
}

async function listAll(report: Report): Promise<Judged[]> {
  const all: Judged[] = []
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
  return [...all, ...ELSEWHERE.map((scenario) => ({ title: 'client, in no set', scenario }))]
}

/** What is wrong; undefined if nothing is. */
async function judgeScenario({ scenario, revision }: Judged, driver: Driver, output: string) {
  // Extensions belong to no revision, but are played at each all the same.
  const where = revision === undefined ? [] : ['--spec-version', revision, '--force']
  const parameters = ['client', '--command', driver.command, '--scenario', scenario, ...where, '-o', output]
  const { code, text } = await suite(parameters, driver.variables)
  const problem = judge(scenario, (await readResults(output)).get(scenario), ['SUCCESS', 'INFO', 'SKIPPED'])
  if (problem === undefined && code === 0) return undefined
  return `${problem ?? `${scenario}: the suite ended with ${code}`}\n${text.slice(-800)}`
}

function summarize(place: string, wanted: Judged[], verdicts: (string | undefined)[], report: Report): void {
  for (const title of new Set(wanted.map((judged) => judged.title))) {
    const found = verdicts.filter((_, index) => wanted[index]!.title === title)
    const problems = found.filter((verdict) => verdict !== undefined)
    const passed = found.length - problems.length
    report.passed += passed
    report.failed += problems.length
    report.lines.push(
      `${title}, in ${place}: ${passed}/${found.length} scenarios`,
      ...problems.map((text) => `  ${text}`),
    )
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
  const { values } = parseArgs({ options: { place: { type: 'string' }, filter: { type: 'string' } } })
  const { passed, failed, lines } = await run({
    ...(values.place !== undefined && { place: values.place as keyof typeof places }),
    ...(values.filter !== undefined && { filter: new RegExp(values.filter) }),
  })
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
