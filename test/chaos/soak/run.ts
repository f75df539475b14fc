/** Runs a soak in a process of its own: `npm run soak -- [--minutes 10] [--seed 1]`. The seed decides the choices, not their timing. */
import { execFile } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { bundleProgram, type PatchedSources } from '../../simulation/bundle.ts'
import type { Outcome } from '../../support/step.ts'
import type { SoakOptions, SoakReport } from './soak.ts'

export interface RunOptions extends Partial<SoakOptions> {
  /** How long it takes, about. */
  minutes?: number
  patched?: PatchedSources
}

const ROUND_LENGTH = 4_000
/** Milliseconds between two calls of a client: with 64 clients, about a third of a core. */
const PACE = 400
const MAX_NAMED = 30

const program = fileURLToPath(new URL('soak-process.ts', import.meta.url))

export async function runSoak({ minutes = 1, patched, ...options }: RunOptions = {}): Promise<SoakReport> {
  const { roundLength = ROUND_LENGTH, pace = PACE, seed = Math.floor(Math.random() * 2 ** 31) } = options
  // Each round takes about a second more, for what has to end and for the measurement.
  const { rounds = Math.max(6, Math.round((minutes * 60_000) / (roundLength + 1_000))) } = options
  const bundle = await bundleProgram(program, patched)
  try {
    const task = JSON.stringify({ seed, rounds, roundLength, pace } satisfies SoakOptions)
    const { stdout } = await promisify(execFile)(process.execPath, [bundle.path, task], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return JSON.parse(stdout) as SoakReport
  } finally {
    await bundle.dispose()
  }
}

/** As a step of a test run. */
export async function run(options: RunOptions): Promise<Outcome> {
  const report = await runSoak(options)
  const failed = report.violations.length
  const replay = `replay: npx tsx test/chaos/soak/run.ts --seed ${report.seed}`
  return { passed: failed > 0 ? 0 : 1, failed, lines: [...describeReport(report), replay] }
}

export function describeReport(report: SoakReport): string[] {
  const { seed, clients, calls, outcomes, faults, memory, ratio, slope, handles, listeners, warnings, violations } =
    report
  const megabytes = (memory.at(-1)! / 1e6).toFixed(1)
  return [
    `seed ${seed}: ${clients} clients, ${memory.length} rounds, ${calls} calls`,
    `calls of tools: ${list(outcomes)}`,
    `faults: ${list(faults)}`,
    `memory ${megabytes} MB, ${ratio.toFixed(3)} of that after the warm-up, ${(slope / 1e3).toFixed(1)} kB per round`,
    `${handles.length} kinds of handles left, ${listeners} listeners on the signal of the callers`,
    ...warnings.map((warning) => `warning of the process: ${warning}`),
    `${violations.length} violations`,
    ...violations.slice(0, MAX_NAMED).map((violation) => `  ${violation}`),
  ]
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(' · ')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
  const { minutes, seed } = values
  const report = await runSoak({ minutes: Number(minutes ?? 10), ...(seed && { seed: Number(seed) }) })
  for (const line of describeReport(report)) console.log(line)
  process.exitCode = report.violations.length > 0 ? 1 : 0
}
