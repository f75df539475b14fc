/**
 * The test commands. `npm test` is for people and `npm run test:all` for machines; `npm run test:find` looks for new
 * defects; `npm test -- "words"` runs the scenarios with these words in their name.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planForFinders, planForMachines, planForPeople, scenarios } from './plan.ts'
import { createBundle } from './runtimes/bundle.ts'
import { columns } from './runtimes/columns.ts'
import { run as runColumn } from './runtimes/run-column.ts'
import type { RuntimeName } from './scenarios/scenario.ts'
import { root } from './support/paths.ts'
import { runProcess } from './support/processes.ts'
import { installPrograms, missingPrograms, remedyFor } from './support/programs.ts'
import { runAgain, runSteps } from './support/run-steps.ts'
import { show } from './support/show.ts'
import type { Outcome, PlannedStep } from './support/step.ts'
import { describeEnd, summarize } from './support/summary.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    find: { type: 'boolean' },
    /** For `find`: how long each finder looks. */
    minutes: { type: 'string', default: '10' },
    /** Only scenarios, in these runtimes; separated by commas. */
    runtimes: { type: 'string' },
    /** Only steps whose name contains one of these; separated by commas. */
    steps: { type: 'string' },
    /** No steps whose name contains one of these; separated by commas. */
    without: { type: 'string' },
    /** Installs missing browsers, as root on Debian or Ubuntu. */
    install: { type: 'boolean', default: Boolean(process.env.CI) },
    /** A flaky test is a failure. */
    strict: { type: 'boolean' },
    /** Prints what the probes observed in the engines, for docs/engines.md. */
    facts: { type: 'boolean' },
  },
})

const words = positionals.join(' ')
process.exitCode = await (words ? runByName(words) : runAll()).catch((error) => {
  console.log(show(error))
  return conclude([])
})
process.exit()

/** Without a build, and in this process: the loop of somebody who writes a scenario. */
async function runByName(filter: string): Promise<number> {
  const bundle = await createBundle('sources')
  try {
    const outcomes: Outcome[] = []
    for (const runtime of chooseRuntimes('node')) {
      const outcome = await runColumn({ runtime, bundle: bundle.path, filter })
      console.log(describeEnd({ ...outcome, name: runtime, seconds: performance.now() / 1_000 }))
      outcomes.push(outcome)
    }
    return conclude(outcomes)
  } finally {
    await bundle.dispose()
  }
}

async function runAll(): Promise<number> {
  if (!options.find) await runProcess(process.execPath, ['--import', 'tsx', 'scripts/build/run.ts'], { cwd: root })
  const bundle = options.find ? undefined : await createBundle('package')
  try {
    const { steps, skipped } = await provide(choose(plan(bundle?.path ?? '')))
    const finished = await runSteps(steps, (step, running) => {
      const names = running.length > 0 ? `  (running: ${running.join(', ')})` : ''
      console.log(`${describeEnd(step)}${names}`)
    })
    const flaky = await runAgain(steps, finished)
    for (const line of summarize(finished, flaky, skipped, performance.now() / 1_000)) console.log(line)
    if (options.facts) {
      const { formatFacts } = await import('../scripts/docs/engine-facts.ts')
      for (const line of await formatFacts(finished)) console.log(line)
    }
    // The workflow uploads the list.
    if (process.env.CI && flaky.length > 0) {
      await mkdir(join(root, '.cache'), { recursive: true })
      await writeFile(join(root, '.cache/flaky.json'), JSON.stringify(flaky, undefined, 2))
    }
    return conclude(finished, options.strict ? flaky.length : 0)
  } finally {
    await bundle?.dispose()
  }
}

function plan(bundle: string): PlannedStep[] {
  if (options.find) return planForFinders(Number(options.minutes))
  if (options.runtimes !== undefined) return chooseRuntimes(options.runtimes).map((name) => scenarios(name, bundle))
  return options.all ? planForMachines(bundle) : planForPeople(bundle)
}

function choose(steps: PlannedStep[]): PlannedStep[] {
  const names = steps.map(({ name }) => name)
  const isNamed = (list: string, name: string) => list.split(',').some((part) => name.includes(part))
  const { steps: only = '', without } = options
  const chosen = steps.filter(({ name }) => isNamed(only, name) && !(without && isNamed(without, name)))
  if (chosen.length > 0) return chosen
  throw new Error(`No step is left. There are: ${names.join(', ')}`)
}

function chooseRuntimes(byDefault: string): RuntimeName[] {
  const names = (options.runtimes ?? byDefault).split(',') as RuntimeName[]
  const known = columns.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`--runtimes: unknown runtime ${unknown}. There are: ${known.join(', ')}`)
  return names
}

/** Leaves out the steps whose programs are missing, unless those may be installed. */
async function provide(planned: PlannedStep[]): Promise<{ steps: PlannedStep[]; skipped: string[] }> {
  const missing = missingPrograms(planned.flatMap(({ needs = [] }) => needs))
  if (missing.length === 0) return { steps: planned, skipped: [] }
  if (options.install) {
    await installPrograms(missing)
    return { steps: planned, skipped: [] }
  }
  const steps = planned.filter(({ needs = [] }) => !needs.some((program) => missing.includes(program)))
  const left = planned.filter((step) => !steps.includes(step)).map(({ name }) => name)
  return { steps, skipped: [`${remedyFor(missing)}, or use --install`, ...left] }
}

/** The last line, and the exit code. A run that tests nothing has not passed. */
function conclude(outcomes: readonly Outcome[], flaky = 0): number {
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const [passed, failed] = [sum('passed') - flaky, sum('failed') + flaky]
  const isEmpty = passed + failed === 0
  console.log(`${passed} passed, ${isEmpty ? 1 : failed} failed`)
  return failed > 0 || isEmpty ? 1 : 0
}
