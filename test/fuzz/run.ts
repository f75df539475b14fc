/** Tries mutated inputs: `npx tsx test/fuzz/run.ts [--inputs 10000] [--from 1] [--only words]`, that many for each target. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { createScratch } from '../../playground/server/scratch.ts'
import { FOUND_INPUTS } from './found-inputs.ts'
import type { FuzzReport, FuzzTask } from './fuzz-worker.ts'
import type { FuzzTarget } from './target.ts'
import type { FailedInput } from './try-input.ts'

export interface FuzzOptions {
  /** Inputs of each target. */
  inputs?: number
  /** The first seed. */
  from?: number
  /** Only targets whose name contains this. */
  only?: string
  /** The module that exports FUZZ_TARGETS. */
  targets?: URL
  /** Also tries the inputs that failed once. */
  found?: boolean
  /** Milliseconds; an input that takes longer blocks the thread. */
  inputTimeout?: number
}

export interface FuzzResult {
  passed: number
  failed: number
  lines: string[]
}

export async function run(options: FuzzOptions = {}): Promise<FuzzResult> {
  const { inputs = 10_000, from = 1, only = '', targets = new URL('targets.ts', import.meta.url) } = options
  const scratch = await createScratch()
  const path = join(scratch.path, 'worker.mjs')
  const modules = [new URL('fuzz-worker.ts', import.meta.url), targets].map((url) => JSON.stringify(fileURLToPath(url)))
  const program = `import { runInThread } from ${modules[0]}; import { FUZZ_TARGETS } from ${modules[1]}; await runInThread(FUZZ_TARGETS)`
  try {
    await build({
      stdin: { contents: program, resolveDir: scratch.path },
      outfile: path,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: 'inline',
      logLevel: 'silent',
    })
    const { FUZZ_TARGETS } = (await import(targets.href)) as { FUZZ_TARGETS: readonly FuzzTarget[] }
    const names = FUZZ_TARGETS.map(({ name }) => name)
    const tasks = [
      { from, to: from + inputs, words: only },
      ...(options.found ? FOUND_INPUTS : []).map(({ target, seed }) => ({ from: seed, to: seed + 1, words: target })),
    ]
    const reports: FuzzReport[] = []
    for (const task of tasks) reports.push(...(await runWorker(path, task, names, options.inputTimeout ?? 20_000)))
    return describe(reports)
  } finally {
    await scratch.dispose()
  }
}

function runWorker(
  path: string,
  task: Omit<FuzzTask, 'current'>,
  names: readonly string[],
  inputTimeout: number,
): Promise<FuzzReport[]> {
  return new Promise((resolve, reject) => {
    const current = new SharedArrayBuffer(8)
    const position = new Int32Array(current)
    const reports: FuzzReport[] = []
    const worker = new Worker(path, { workerData: { ...task, current } satisfies FuzzTask })
    let last = ''
    const timer = setInterval(() => {
      const now = `${position}`
      if (now === last) {
        const violation = `did not end within ${inputTimeout} ms`
        reports.push({ failed: { target: names[position[0]!]!, seed: position[1]!, violation, input: 'see the seed' } })
        void worker.terminate()
      }
      last = now
    }, inputTimeout)
    worker.on('message', (report: FuzzReport) => reports.push(report))
    worker.on('error', reject)
    worker.on('exit', () => {
      clearInterval(timer)
      resolve(reports)
    })
  })
}

/** Each target without a failure counts as one test. */
function describe(reports: FuzzReport[]): FuzzResult {
  const failures = reports.flatMap((report) => ('failed' in report ? [report.failed] : []))
  const ended = reports.flatMap((report) => ('target' in report ? [report] : []))
  const broken = new Set(failures.map(({ target }) => target))
  const sound = new Set(ended.map(({ target }) => target).filter((target) => !broken.has(target)))
  const total = ended.reduce((sum, { inputs }) => sum + inputs, 0)
  const seconds = ended.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000
  const pace = ended.map(
    ({ target, inputs, milliseconds }) => `${target} ${Math.round((1_000 * milliseconds) / inputs)} µs`,
  )
  return {
    passed: sound.size,
    failed: failures.length,
    lines: [`${total} inputs in ${seconds.toFixed(1)} s: ${pace.join(' · ')}`, ...failures.flatMap(describeFailure)],
  }
}

function describeFailure({ target, seed, violation, input }: FailedInput): string[] {
  return [
    `✗ ${target}: ${violation.slice(0, 1_500)}`,
    `    smallest input: ${input.slice(0, 1_500)}`,
    `    replay: npx tsx test/fuzz/run.ts --inputs 1 --from ${seed} --only "${target}"; once it is fixed, add it to test/fuzz/found-inputs.ts`,
  ]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { inputs: { type: 'string' }, from: { type: 'string' }, only: { type: 'string' } },
  })
  const { passed, failed, lines } = await run({
    inputs: Number(values.inputs ?? 10_000),
    from: Number(values.from ?? 1),
    only: values.only ?? '',
  })
  console.log([...lines, `${passed} targets passed, ${failed} inputs failed`].join('\n'))
  process.exitCode = failed > 0 ? 1 : 0
}
