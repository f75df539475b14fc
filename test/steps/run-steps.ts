/** Runs steps in processes of their own, as many at a time as the cores allow, and prints each when it is over. */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { show } from '../runtimes/show.ts'
import { type ProcessorTime, watchProcessorTime } from './processor-time.ts'
import type { Outcome, PlannedStep } from './step.ts'

export interface StepTime {
  name: string
  seconds: number
  /** Seconds of processor time; undefined where that is unknown. */
  processor: number | undefined
}

export interface FinishedStep extends Outcome {
  time: StepTime
}

const tests = new URL('../', import.meta.url)
const program = fileURLToPath(new URL('step-process.ts', import.meta.url))

/** The first step in the list that the free cores suffice for is the next. One that throws counts as one failure. */
export async function runSteps(steps: readonly PlannedStep[], cores = availableParallelism()): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = []
  const queue = [...steps]
  const running = new Set<PlannedStep>()
  const processorTime = watchProcessorTime()
  await new Promise<void>((resolve) => {
    startNext()

    function startNext(): void {
      if (queue.length === 0 && running.size === 0) resolve()
      for (let step = takeNext(); step; step = takeNext()) void start(step)
    }

    async function start(step: PlannedStep): Promise<void> {
      running.add(step)
      finished.push(await runStep(step, processorTime))
      running.delete(step)
      startNext()
    }
  })
  processorTime.stop()
  return finished

  function takeNext(): PlannedStep | undefined {
    const busy = [...running].reduce((sum, step) => sum + coresOf(step), 0)
    const index = queue.findIndex((step) => running.size === 0 || busy + coresOf(step) <= cores)
    return index < 0 ? undefined : queue.splice(index, 1)[0]
  }
}

const coresOf = ({ cores = 1 }: PlannedStep) => cores

async function runStep(step: PlannedStep, processorTime: ProcessorTime): Promise<FinishedStep> {
  const started = Date.now()
  const { result, error, processor } = await runModule(step, processorTime).catch(
    (error): ModuleResult => ({ error: show(error) }),
  )
  const conclude = step.conclude ?? (async () => result as Outcome)
  const failed = (text: string): Outcome => ({ passed: 0, failed: 1, lines: text.split('\n') })
  const outcome = error === undefined ? await conclude(result).catch((error) => failed(show(error))) : failed(error)
  const seconds = (Date.now() - started) / 1000
  const counts = outcome.passed + outcome.failed > 0 ? `: ${outcome.passed} passed, ${outcome.failed} failed` : ''
  console.log(`${step.name} ${seconds.toFixed(1)} s${counts}`)
  for (const line of outcome.lines) console.log(`  ${line}`)
  return { ...outcome, time: { name: step.name, seconds, processor } }
}

interface ModuleResult {
  result?: unknown
  error?: string
  processor?: number | undefined
}

async function runModule(step: PlannedStep, processorTime: ProcessorTime): Promise<ModuleResult> {
  const parameters = typeof step.parameters === 'function' ? await step.parameters() : step.parameters
  const module = fileURLToPath(new URL(step.module, tests))
  const child = fork(program, [module, ...(parameters ? [JSON.stringify(parameters)] : [])])
  if (child.pid !== undefined) processorTime.add(child.pid)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error: show(error) }))
    child.once('exit', (code, signal) => resolve({ error: `its process ended with ${code ?? signal}` }))
    child.once('message', (message: ModuleResult) => {
      const processor = processorTime.read(child.pid!)
      resolve({ ...message, processor })
      child.disconnect()
    })
  })
}
