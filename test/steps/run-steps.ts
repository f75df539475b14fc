/** Runs steps, a few at a time, and prints each with its duration when it is over. */
import { show } from '../runtimes/show.ts'
import type { Outcome, Step } from './step.ts'

/** A step that throws counts as one failure; the others go on. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = [...steps.entries()]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, step] = next
      outcomes[index] = await runStep(step)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

async function runStep({ name, run }: Step): Promise<Outcome> {
  const started = Date.now()
  const outcome = await run().catch((error): Outcome => ({ passed: 0, failed: 1, lines: show(error).split('\n') }))
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const { passed, failed } = outcome
  const counts = passed + failed > 0 ? `: ${passed} passed, ${failed} failed` : ''
  console.log(`${name} ${seconds} s${counts}`)
  for (const line of outcome.lines) console.log(`  ${line}`)
  return outcome
}
