/** Tries many seeds: `npx tsx test/simulation/run.ts [--seeds 20000] [--from 1]`. A failing seed says what happened. */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleSimulation } from './bundle.ts'
import { FAULT_KINDS } from './network/faults.ts'
import { tryMany } from './run-seeds.ts'
import type { Finding, Tally } from './seed-worker.ts'

export interface RunOptions {
  /** How many. */
  seeds?: number
  /** The first one. */
  from?: number
}

export interface RunResult {
  passed: number
  failed: number
  lines: string[]
}

/** Traces that are worth reading at once. */
const MOST_TRACES = 3
const MOST_NAMED = 20

export async function run({ seeds = 20_000, from = 1 }: RunOptions = {}): Promise<RunResult> {
  const start = performance.now()
  const bundle = await bundleSimulation()
  try {
    const { findings, tally } = await tryMany(bundle.path, { from, to: from + seeds })
    const failed = findings.length
    const lines = [...describeTally(tally, performance.now() - start), ...describeFindings(findings)]
    return { passed: tally.seeds - failed, failed, lines }
  } finally {
    await bundle.dispose()
  }
}

function describeTally({ seeds, calls, requests, struck, outcomes }: Tally, milliseconds: number): string[] {
  const seconds = milliseconds / 1_000
  const pace = `${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} seeds/s`
  const missing = FAULT_KINDS.filter((kind) => ![...struck.keys()].some((point) => point.startsWith(`${kind} @`)))
  return [
    `${seeds} seeds, ${calls} calls, ${requests} requests in ${pace}`,
    `calls: ${list(outcomes)}`,
    `${struck.size} fault points: ${list(struck)}`,
    ...(missing.length > 0 ? [`faults that never struck: ${missing.join(', ')}`] : []),
  ]
}

function list(counts: Map<string, number>): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, count]) => `${name} ${count}`).join(' · ')
}

function describeFindings(findings: Finding[]): string[] {
  const kinds = new Map<string, Finding[]>()
  for (const finding of findings) {
    const kind = finding.broken[0]!.replaceAll(/\d+(,\d+)*/g, '…')
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding])
  }
  return [...kinds.values()].flatMap((alike, index) => [
    `${alike.length} seeds failed alike: ${alike.slice(0, MOST_NAMED).map(({ seed }) => seed)}`,
    ...describeFinding(alike[0]!, index < MOST_TRACES),
  ])
}

function describeFinding({ seed, broken, trace }: Finding, isTraced: boolean): string[] {
  return [
    `seed ${seed} (replay: npx tsx test/simulation/run.ts --seeds 1 --from ${seed})`,
    ...broken.map((sentence) => `  ${sentence}`),
    ...(isTraced ? trace.map((line) => `    ${line}`) : []),
  ]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { seeds: { type: 'string' }, from: { type: 'string' } } })
  const { seeds, from } = values
  const result = await run({ ...(seeds && { seeds: Number(seeds) }), ...(from && { from: Number(from) }) })
  for (const line of result.lines) console.log(line)
  process.exitCode = result.failed > 0 ? 1 : 0
}
