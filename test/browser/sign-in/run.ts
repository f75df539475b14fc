/** Runs all sign-in cases in Chromium, Firefox and WebKit. */
import { pathToFileURL } from 'node:url'
import { startServer } from '../../../playground/server/miniflare.ts'
import { show } from '../../support/show.ts'
import { failure, type Outcome } from '../../support/step.ts'
import { bundleScripts } from './app-server.ts'
import type { StartBrowser } from './browsers/browser.ts'
import { startChromium } from './browsers/chromium.ts'
import { startFirefox } from './browsers/firefox.ts'
import { startWebkit } from './browsers/webkit.ts'
import { cases } from './cases/index.ts'
import { type Case, type CaseEnvironment, runCase } from './run-case.ts'

type Report = Outcome & Required<Pick<Outcome, 'failures'>>

const browsers: Record<string, StartBrowser> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebkit,
}

/** Milliseconds per case. */
const CASE_TIMEOUT_MS = 120_000

export interface RunOptions {
  /** Only these. @default all three */
  only?: readonly string[]
  /** Only cases whose name contains this. */
  filter?: string
}

export async function run({ only = Object.keys(browsers), filter = '' }: RunOptions = {}): Promise<Report> {
  const chosen = cases.filter(({ name }) => name.includes(filter))
  const report: Report = { passed: 0, failed: 0, lines: [], failures: [] }
  const scripts = await bundleScripts()
  const server = await startServer()
  try {
    for (const name of only) await runBrowser(name, chosen, { urls: server, scripts }, report)
  } finally {
    await server.dispose()
  }
  return report
}

async function runBrowser(
  name: string,
  chosen: readonly Case[],
  environment: Omit<CaseEnvironment, 'browser'>,
  report: Report,
): Promise<void> {
  const started = Date.now()
  const browser = await browsers[name]!()
  let failed = 0
  try {
    for (const oneCase of chosen) {
      const error = await errorOf(runCase(oneCase, { ...environment, browser }))
      if (!error) continue
      failed++
      report.failures.push(failure(oneCase.name, show(error), { filter: oneCase.name }))
    }
  } finally {
    await browser.close()
  }
  report.passed += chosen.length - failed
  report.failed += failed
  report.lines.push(
    `${name}: ${chosen.length - failed}/${chosen.length} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
}

/** The error of the case, if it failed or took too long. */
async function errorOf(running: Promise<void>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${CASE_TIMEOUT_MS / 1000} s`)), CASE_TIMEOUT_MS)
  })
  try {
    await Promise.race([running, late])
    return undefined
  } catch (error) {
    return error
  } finally {
    clearTimeout(timer)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [only, filter] = process.argv.slice(2)
  const { passed, failed, lines, failures } = await run({
    ...(only && { only: only.split(',') }),
    ...(filter && { filter }),
  })
  for (const line of [...lines, ...failures.map(({ name, text }) => `✗ ${name}\n${text}`)]) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
