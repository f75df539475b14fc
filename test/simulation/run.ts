/**
 * Runs many seeds: `npx tsx test/simulation/run.ts [--seeds 20000] [--from 1] [--kind eras]`, or one, or some parts of one:
 * `--seed 7 [--only call-1,act-2]`. Failing seeds are printed with a trace, of as few parts as show the same.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleSimulation } from './bundle.ts'
import { FOUND_SEEDS } from './found-seeds.ts'
import { FAULT_KINDS } from './network/faults.ts'
import type { RunKind } from './run-seed.ts'
import { runSeeds } from './run-seeds.ts'
import type { FailedSeed } from './seed-worker.ts'
import { type Tally, violationKind } from './tally.ts'

export interface RunOptions {
  /** How many seeds. */
  seeds?: number
  /** The first seed. */
  from?: number
  /** Skips seeds of other kinds. */
  kind?: RunKind
  /** Runs only the parts of the plan with these names. */
  only?: readonly string[]
  /** Default: one for each core. */
  threads?: number
  /** Also plays the seeds that failed once. */
  found?: boolean
}

export interface RunResult {
  passed: number
  failed: number
  lines: string[]
}

const MAX_TRACES = 3
const MAX_SEEDS_NAMED = 20

export async function run(options: RunOptions = {}): Promise<RunResult> {
  const { seeds = 20_000, from = 1, threads, found = false, ...rest } = options
  const start = performance.now()
  const bundle = await bundleSimulation()
  try {
    const { failed, tally } = await runSeeds(bundle.path, { from, to: from + seeds, threads, ...rest })
    for (const seed of found ? FOUND_SEEDS : []) {
      failed.push(...(await runSeeds(bundle.path, { from: seed, to: seed + 1 })).failed)
    }
    const lines = [...describeTally(tally, performance.now() - start), ...describeFailures(failed)]
    return { passed: tally.seeds - failed.length, failed: failed.length, lines }
  } finally {
    await bundle.dispose()
  }
}

function describeTally({ seeds, calls, requests, disturbances, outcomes }: Tally, milliseconds: number): string[] {
  const seconds = milliseconds / 1_000
  const pace = `${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} seeds/s`
  const unused = FAULT_KINDS.filter((kind) => ![...disturbances.keys()].some((name) => name.startsWith(`${kind} @`)))
  return [
    `${seeds} seeds, ${calls} calls, ${requests} requests in ${pace}`,
    `calls: ${list(outcomes)}`,
    `${disturbances.size} kinds of disturbances: ${list(disturbances)}`,
    ...(unused.length > 0 ? [`faults that never took effect: ${unused.join(', ')}`] : []),
  ]
}

function list(counts: Map<string, number>): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, times]) => `${name} ${times}`).join(' · ')
}

function describeFailures(failures: FailedSeed[]): string[] {
  const kinds = new Map<string, FailedSeed[]>()
  for (const failure of failures) {
    const kind = violationKind(failure.violations[0]!)
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure])
  }
  return [...kinds.values()].flatMap((alike, index) => [
    `${alike.length} seeds failed alike: ${alike.slice(0, MAX_SEEDS_NAMED).map(({ seed }) => seed)}`,
    ...describeFailure(alike.find(({ shrunk }) => shrunk) ?? alike[0]!, index < MAX_TRACES),
  ])
}

function describeFailure({ seed, violations, trace, shrunk }: FailedSeed, isTraced: boolean): string[] {
  const replay = `npx tsx test/simulation/run.ts --seed ${seed}`
  return [
    `seed ${seed} (replay: ${replay}; once it is fixed, add it to test/simulation/found-seeds.ts)`,
    ...violations.map((sentence) => `  ${sentence}`),
    ...(shrunk
      ? [
          `  with ${shrunk.parts.length} of its ${shrunk.of} parts (replay: ${replay} --only ${shrunk.parts.join() || 'none'})`,
          ...shrunk.violations.map((sentence) => `    ${sentence}`),
        ]
      : []),
    ...(isTraced ? (shrunk?.trace ?? trace).map((line) => `    ${line}`) : []),
  ]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      from: { type: 'string' },
      kind: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const { seeds, from, kind, seed, only } = values
  const result = await run({
    ...(seeds && { seeds: Number(seeds) }),
    ...(from && { from: Number(from) }),
    ...(kind && { kind: kind as RunKind }),
    ...(seed && { from: Number(seed), seeds: 1 }),
    ...(only && { only: only.split(',') }),
  })
  for (const line of result.lines) console.log(line)
  process.exitCode = result.failed > 0 ? 1 : 0
}
