/** `npm run test:chaos`: real servers behind a faulty network. `-- --only "words / words"` plays some, `--sample` those of CI. */
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { install } from '../interop/install.ts'
import type { Outcome } from '../support/step.ts'
import { type ClientRuntime, type RuntimeName, startRuntime } from './clients/runtimes.ts'
import { allCombinations, type Combination, nameOf, sampleOf } from './combinations.ts'
import { startControl } from './control.ts'
import { limitOf, MOST } from './declared-limits.ts'
import { judge, type Violation } from './judge.ts'
import { type Observation, play } from './play.ts'
import { STANDSTILL, startPulse } from './pulse.ts'
import { createServers } from './servers.ts'
import { rowOf, table } from './table.ts'

export interface RunOptions {
  /** The combinations of CI, which take 3 minutes. */
  sample?: boolean
  /** The name of a combination, or parts of names, separated by " / ". */
  only?: string
  /** Prints what each client saw. */
  verbose?: boolean
}

export interface Result {
  combination: Combination
  verdict: 'passed' | 'failed' | 'declared'
  violations: Violation[]
  milliseconds: number
}

/** Combinations mostly wait. */
const AT_ONCE = 6 * availableParallelism()

export async function run({ sample, only, verbose }: RunOptions = {}): Promise<Outcome> {
  const all = allCombinations(only)
  const combinations = sample ? sampleOf(all) : all
  await install([...new Set(combinations.map(({ mode }) => mode.program.peer))])
  const control = await startControl()
  const pulse = startPulse()
  const servers = createServers(control, pulse)
  const start = performance.now()
  const runtimes = new Map<RuntimeName, Promise<ClientRuntime>>()
  const lines: string[] = []
  const results: Result[] = []
  const again: Combination[] = []
  try {
    const tasks = planTasks(combinations)
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(tasks)))
    if (again.length > 0) {
      lines.push(`the machine stood still, so these were played once more: ${again.map(nameOf).join(', ')}`)
      await work(planTasks(again, true))
    }
  } finally {
    await Promise.all(
      [...runtimes.values()].map((starting) =>
        starting.then(
          ({ stop }) => stop(),
          () => {},
        ),
      ),
    )
    await servers.stop()
    pulse.stop()
    await control.close()
  }
  const tooMany = countDeclared(results)
  lines.push(
    ...table(results),
    ...describeTime(results, performance.now() - start),
    ...results.filter(({ verdict }) => verdict === 'failed').flatMap(describe),
    ...tooMany,
  )
  const passed = results.filter(({ verdict }) => verdict !== 'failed').length
  return { passed, failed: results.length - passed + tooMany.length, lines }

  /** One task for each combination; those that end the server of a mode are one task, after each other. */
  function planTasks(list: readonly Combination[], isLast = false): (() => Promise<void>)[] {
    return [...new Set(list.map(({ mode }) => mode))].flatMap((mode) => {
      const own = list.filter((combination) => combination.mode === mode)
      const gentle = own.filter(({ fault }) => !fault.endsServer)
      const ending = own.filter(({ fault }) => fault.endsServer)
      const playAll = (some: Combination[]) => async () => {
        for (const combination of some) await playOne(combination, isLast)
      }
      return [playAll(ending), ...gentle.map((combination) => playAll([combination]))]
    })
  }

  async function playOne(combination: Combination, isLast: boolean): Promise<void> {
    const { runtime } = combination
    const starting = runtimes.get(runtime) ?? startRuntime[runtime]()
    runtimes.set(runtime, starting)
    const { runClient } = await starting
    await pulse.calm(isLast ? 30_000 : 5_000)
    const started = performance.now()
    const observation = await servers.use(combination, (server) => play(combination, server, control, runClient))
    const violations = judge(combination, observation)
    const isOfTime = violations.length > 0 && violations.every((violation) => violation.isOfTime)
    if (isOfTime && !isLast && pulse.worstSince(started) > STANDSTILL) again.push(combination)
    else results.push(conclude(combination, violations, performance.now() - started))
    if (verbose) lines.push(...describeInFull(nameOf(combination), violations, observation))
  }
}

async function work(tasks: (() => Promise<void>)[]): Promise<void> {
  for (let task = tasks.shift(); task; task = tasks.shift()) await task()
}

function conclude(combination: Combination, violations: Violation[], milliseconds: number): Result {
  const verdict = violations.length === 0 ? 'passed' : limitOf(combination, violations) ? 'declared' : 'failed'
  return { combination, verdict, violations, milliseconds }
}

/** The servers of which too much is declared; a few combinations cannot tell. */
function countDeclared(results: readonly Result[]): string[] {
  const rows = new Set(results.map(({ combination }) => rowOf(combination)))
  return [...rows].flatMap((row) => {
    const own = results.filter(({ combination }) => rowOf(combination) === row)
    const declared = own.filter(({ verdict }) => verdict === 'declared').length
    return own.length >= 18 && declared > own.length * MOST
      ? [`${row}: ${declared} of ${own.length} combinations are declared, at most a tenth may be`]
      : []
  })
}

/** How long all took, and those that took longest. */
function describeTime(results: readonly Result[], milliseconds: number): string[] {
  const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5)
  const names = slowest.map((result) => `${nameOf(result.combination)} ${seconds(result.milliseconds)}`)
  return [`${results.length} combinations in ${seconds(milliseconds)}; the slowest: ${names.join(', ')}`]
}

function describe({ combination, violations }: Result): string[] {
  const name = nameOf(combination)
  const replay = `  replay: npx tsx test/chaos/run.ts --verbose --only ${JSON.stringify(name)}`
  return [name, ...violations.map(({ text }) => `  ${text}`), replay]
}

function describeInFull(name: string, violations: Violation[], observation: Observation): string[] {
  const { report, ...atServer } = observation
  const { events = [], ...rest } = report ?? {}
  const facts = JSON.stringify({ ...rest, ...atServer }).replaceAll('.'.repeat(300), '...')
  return [name, ...events.map((event) => `  ${event}`), `  ${facts}`, ...violations.map(({ text }) => `  ${text}`)]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      sample: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  })
  const { passed, failed, lines } = await run(values)
  for (const line of [...lines, `${passed} passed, ${failed} failed`]) console.log(line)
  process.exit(failed > 0 ? 1 : 0)
}
