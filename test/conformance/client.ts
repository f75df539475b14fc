/** Lets the official conformance suite judge the client, one scenario at a time and strictly. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { judge, type Report, readResults, suite } from './suite.ts'

const REVISION = '2025-11-25'

const SCENARIOS = ['initialize', 'tools_call', 'sse-retry']

export async function run(): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-client-'))
  const driver = join(directory, 'driver.mjs')
  const report: Report = { passed: 0, failed: 0, lines: [] }
  try {
    const entryPoints = [new URL('driver.ts', import.meta.url).pathname]
    await build({ entryPoints, outfile: driver, bundle: true, format: 'esm', platform: 'node' })
    for (const scenario of SCENARIOS) await runScenario(scenario, driver, join(directory, scenario), report)
    report.lines.unshift(`client at ${REVISION}: ${report.passed}/${SCENARIOS.length} scenarios`)
    return report
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function runScenario(scenario: string, driver: string, output: string, report: Report): Promise<void> {
  // `exec` lets the time limit of the suite end the driver and not only its shell.
  const command = `exec ${process.execPath} ${driver}`
  const options = ['--scenario', scenario, '--spec-version', REVISION, '-o', output]
  const { code, text } = await suite('client', '--command', command, ...options)
  const problem = judge(scenario, (await readResults(output)).get(scenario))
  if (problem === undefined && code === 0) report.passed++
  else {
    report.failed++
    report.lines.push(`  ${problem ?? `${scenario}: the suite ended with ${code}: ${text.slice(-1000)}`}`)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, lines } = await run()
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
