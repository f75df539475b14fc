/** Runs steps in processes, as many at a time as the cores allow, then the failed tests once more, alone. */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './paths.ts'
import { show } from './show.ts'
import type { Outcome, PlannedStep } from './step.ts'

export interface FinishedStep extends Outcome {
  name: string
  seconds: number
}

export interface FlakyTest {
  name: string
  /** What it printed when it failed; it passed when it ran alone. */
  text: string
}

const program = fileURLToPath(new URL('step-process.ts', import.meta.url))

/** The next step is the first in the list that fits on the free cores. */
export async function runSteps(
  steps: readonly PlannedStep[],
  onEnd: (step: FinishedStep, running: string[]) => void = () => {},
  cores: number = availableParallelism(),
): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = []
  const queue = [...steps]
  const running = new Map<PlannedStep, Promise<void>>()
  while (queue.length > 0 || running.size > 0) {
    for (let step = takeNext(); step; step = takeNext()) running.set(step, start(step))
    await Promise.race(running.values())
  }
  return finished

  function takeNext(): PlannedStep | undefined {
    const busy = [...running.keys()].reduce((sum, step) => sum + coresOf(step), 0)
    const index = queue.findIndex((step) => running.size === 0 || busy + coresOf(step) <= cores)
    return index < 0 ? undefined : queue.splice(index, 1)[0]
  }

  async function start(step: PlannedStep): Promise<void> {
    const end = await runStep(step)
    running.delete(step)
    finished.push(end)
    onEnd(
      end,
      [...running.keys()].map(({ name }) => name),
    )
  }
}

/** Runs the failed tests that may run again, each alone. One that passes now is flaky, and counts as passed. */
export async function runAgain(steps: readonly PlannedStep[], finished: readonly FinishedStep[]): Promise<FlakyTest[]> {
  const flaky: FlakyTest[] = []
  for (const end of finished) {
    const step = steps.find(({ name }) => name === end.name)!
    for (const failed of end.failures?.filter(({ again }) => again) ?? []) {
      const alone = await runStep({ ...step, parameters: { ...step.parameters, ...failed.again } })
      if (alone.failed > 0 || alone.passed === 0) continue
      end.failed -= 1
      end.passed += 1
      end.failures = end.failures!.filter((failure) => failure !== failed)
      flaky.push({ name: `${end.name}: ${failed.name}`, text: failed.text })
    }
  }
  return flaky
}

const coresOf = ({ cores = 1 }: PlannedStep): number => cores

async function runStep(step: PlannedStep): Promise<FinishedStep> {
  const started = performance.now()
  const outcome = await runModule(step)
  if (step.isOneTest) outcome.passed = outcome.failed > 0 ? 0 : 1
  return { ...outcome, name: step.name, seconds: (performance.now() - started) / 1_000 }
}

function runModule({ module, parameters = {}, limit = 20 }: PlannedStep): Promise<Outcome> {
  const child = fork(program, [join(root, module), JSON.stringify(parameters)])
  return new Promise<Outcome>((resolve) => {
    const fail = (text: string) => resolve({ passed: 0, failed: 1, lines: text.split('\n') })
    const timer = setTimeout(() => {
      fail(`It did not end within ${limit} minutes`)
      child.kill('SIGKILL')
    }, limit * 60_000)
    child.once('error', (error) => fail(show(error)))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`Its process ended with ${code ?? signal}`)
    })
    child.once('message', ({ outcome, error }: { outcome?: Outcome; error?: string }) => {
      if (outcome) resolve(outcome)
      else fail(error ?? 'It sent no outcome')
      child.disconnect()
    })
  })
}
