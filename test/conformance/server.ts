/** Checks the mock server with the official conformance suite. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createControl } from '../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../playground/server/miniflare.ts'
import { findFailure, listScenarios, type Report, readResults, runSuite } from './suite.ts'

interface RequirementSet {
  revision: string
  /** How many scenarios the suite must require. */
  scored: number
  /** Scenarios that the suite runs without scoring them; this server must pass them too. */
  further: string[]
}

const SETS: RequirementSet[] = [
  {
    revision: '2025-11-25',
    scored: 30,
    further: ['server-sse-polling', 'server-session-lifecycle', 'json-schema-2020-12'],
  },
  {
    revision: '2026-07-28',
    scored: 37,
    further: [
      'json-schema-2020-12',
      'http-header-validation',
      'http-custom-header-server-validation',
      // All for tasks but tasks-status-notifications, which the suite itself skips.
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ],
  },
]

/** Runs every requirement set on the MCP endpoint at `url`, or on one of its own. */
export async function run({ url }: { url?: string } = {}): Promise<Report> {
  const report: Report = { passed: 0, failed: 0, lines: [] }
  const own = url === undefined ? await startServer() : undefined
  try {
    const endpoint = url ?? (await prepareRealm(own!))
    for (const set of SETS) await runSet(set, endpoint, report)
    return report
  } finally {
    await own?.dispose()
  }
}

/** The suite expects a `retry` on priming events, which is not the default. */
async function prepareRealm(server: RunningServer): Promise<string> {
  const realm = createControl(server, 'conformance')
  await realm.configure({ retry: 100 })
  return realm.url
}

async function runSet(set: RequirementSet, url: string, report: Report): Promise<void> {
  const output = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const { scored: required } = await listScenarios('server', set.revision)
    const { code, text } = await runSuite(['server', '--url', url, '--requirements', set.revision, '-o', output])
    const results = await readResults(output)
    const scored = required.map((scenario) => findFailure(scenario, results.get(scenario)?.checks))
    const further = set.further.map((scenario) => findFailure(scenario, results.get(scenario)?.checks))
    const problems = [...scored, ...further].filter((failure) => failure !== undefined)
    // A set with another number of scenarios, and a suite that crashed, are failures too.
    if (required.length !== set.scored) problems.push(`the suite requires ${required.length} scenarios`)
    if (code !== 0 && problems.length === 0) problems.push(`the suite ended with ${code}: ${text.slice(-2000)}`)
    const summary = `${passed(scored)}/${set.scored} scored scenarios, ${passed(further)}/${further.length} further`
    report.lines.push(`server at ${set.revision}: ${summary}`, ...problems.map((problem) => `  ${problem}`))
    report.passed += passed(scored) + passed(further)
    report.failed += problems.length
  } finally {
    await rm(output, { recursive: true, force: true })
  }
}

function passed(failures: (string | undefined)[]): number {
  return failures.filter((failure) => failure === undefined).length
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [url] = process.argv.slice(2)
  const { passed, failed, lines } = await run(url === undefined ? {} : { url })
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
