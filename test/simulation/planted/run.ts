/** Proves that the judge finds faults, by planting them one at a time: `npx tsx test/simulation/planted/run.ts [words]`. */
import { pathToFileURL } from 'node:url'
import { type Bundler, createBundler, type PatchedSources } from '../bundle.ts'
import type { RunResult } from '../run.ts'
import { runSeeds, type SeedRange } from '../run-seeds.ts'
import { ANSWER_FAULTS } from './answer-faults.ts'
import { APPLICATION_FAULTS } from './application-faults.ts'
import { CACHE_FAULTS } from './cache-faults.ts'
import { CALL_FAULTS } from './call-faults.ts'
import { checkTypes } from './check-types.ts'
import { ERA_FAULTS } from './era-faults.ts'
import { type PlantedFault, patchSources } from './planted-fault.ts'
import { STREAM_FAULTS } from './stream-faults.ts'

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...CALL_FAULTS,
  ...STREAM_FAULTS,
  ...ERA_FAULTS,
  ...CACHE_FAULTS,
  ...ANSWER_FAULTS,
  ...APPLICATION_FAULTS,
]

export interface PlantedOptions {
  /** Only faults whose name contains this. */
  words?: string
  faults?: readonly PlantedFault[]
  maxSeeds?: number
  /** Default: one for each core. */
  threads?: number
  /** Called with each line as soon as it is known. */
  onLine?(line: string): void
}

/** Kinds of other violations that are printed for a fault that was not found. */
const MAX_OTHERS = 5

type Range = Pick<SeedRange, 'threads'> & { seeds: number }

interface Verdict {
  isFound: boolean
  text: string
}

/** Each fault that its sentence finds has passed. */
export async function runPlanted(options: PlantedOptions = {}): Promise<RunResult> {
  const { words = '', faults = PLANTED_FAULTS, onLine } = options
  const range = { seeds: options.maxSeeds ?? 20_000, threads: options.threads }
  const wanted = faults.filter(({ name }) => name.includes(words))
  const lines: string[] = []
  let failed = 0
  const sources = await Promise.all(wanted.map((fault) => patchSources(fault).catch((error: Error) => error)))
  const typeErrors = await checkTypes(sources.map((patched) => (patched instanceof Error ? new Map() : patched)))
  const bundler = await createBundler()
  try {
    const sound = await bundler.bundle()
    for (const [index, fault] of wanted.entries()) {
      const { isFound, text } = await tryFault(fault, sources[index]!, typeErrors[index]!, { bundler, sound, range })
      if (!isFound) failed++
      const line = `${isFound ? '✓' : '✗'} ${fault.name}: ${text}`
      lines.push(line)
      onLine?.(line)
    }
  } finally {
    await bundler.dispose()
  }
  return { passed: wanted.length - failed, failed, lines }
}

/** As a step of a test run. */
export async function run(options: PlantedOptions): Promise<RunResult> {
  const { lines, ...counts } = await runPlanted(options)
  return { ...counts, lines: lines.filter((line) => line.startsWith('✗')) }
}

async function tryFault(
  fault: PlantedFault,
  patched: PatchedSources | Error,
  typeErrors: string[],
  { bundler, sound, range }: { bundler: Bundler; sound: string; range: Range },
): Promise<Verdict> {
  if (patched instanceof Error) return { isFound: false, text: `CANNOT BE PLANTED. ${patched.message}` }
  if (typeErrors.length > 0) return { isFound: false, text: `DOES NOT TYPE-CHECK. ${typeErrors.join('\n')}` }
  return search(fault, await bundler.bundle(patched), sound, range)
}

/** Looks for a seed that has the finding with the fault and passes without it. */
async function search(fault: PlantedFault, planted: string, sound: string, range: Range): Promise<Verdict> {
  const { kind, finding, from: first = 1 } = fault
  const { seeds, threads } = range
  for (let from = first; ; ) {
    const { failed, tally } = await runSeeds(planted, { from, to: first + seeds, threads, kind, finding })
    const found = failed.find(({ violations }) => violations.some((sentence) => sentence.includes(finding)))
    if (!found) {
      const counted = [...tally.violations].sort(([, a], [, b]) => b - a).slice(0, MAX_OTHERS)
      const others = [
        ...counted.map(([sentence, times]) => `${times} times "${sentence}"`),
        ...failed.map(({ seed, violations }) => `seed ${seed} "${violations[0]}"`),
      ]
      const list = others.join(', ') || 'nothing'
      return { isFound: false, text: `NOT FOUND as "${finding}" in ${seeds} seeds; found instead: ${list}` }
    }
    const { seed, violations } = found
    const { failed: without } = await runSeeds(sound, { from: seed, to: seed + 1 })
    const sentence = violations.find((text) => text.includes(finding))
    if (without.length === 0) return { isFound: true, text: `seed ${seed}, ${sentence}` }
    from = seed + 1
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = performance.now()
  const { passed, failed } = await runPlanted({ words: process.argv[2] ?? '', onLine: console.log })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.log(`${passed} found, ${failed} not found in ${seconds} s`)
  process.exitCode = failed > 0 ? 1 : 0
}
