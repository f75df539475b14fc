/** Runs the scenarios of a client in a Durable Object, which is ended between its calls, in workerd. */

import { type Control, createControl } from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createScratch } from '../../../playground/server/scratch.ts'
import { show } from '../../support/show.ts'
import type { Outcome } from '../../support/step.ts'
import { type WorkerContext, type WorkerScenario, workerScenarios } from './scenarios.ts'
import { startWorkerd, type WorkerdHost } from './workerd.ts'

export async function run(): Promise<Outcome> {
  const scratch = await createScratch()
  const server = await startServer()
  const workerd = await startWorkerd(scratch.path)
  const outcome: Outcome = { passed: 0, failed: 0, lines: [] }
  try {
    for (const [index, scenario] of workerScenarios.entries()) {
      const failure = await runScenario(scenario, `object-${index}`, server, workerd)
      if (failure === undefined) outcome.passed += 1
      else {
        outcome.failed += 1
        outcome.lines.push(`✗ ${scenario.name}`, ...failure.split('\n').map((line) => `    ${line}`))
      }
    }
    return outcome
  } finally {
    await workerd.dispose()
    await server.dispose()
    await scratch.dispose()
  }
}

/** The text of its failure; undefined if it passed. */
async function runScenario(
  scenario: WorkerScenario,
  object: string,
  server: RunningServer,
  workerd: WorkerdHost,
): Promise<string | undefined> {
  const control = createControl(server, object)
  try {
    await scenario.run(createContext(control, object, workerd))
    return undefined
  } catch (error) {
    return show(error)
  } finally {
    await control.dispose()
  }
}

function createContext(control: Control, object: string, workerd: WorkerdHost): WorkerContext {
  let seen = 0
  return {
    server: control,
    send: (command) => workerd.send(object, { url: control.url, ...command }),
    async newMethods() {
      const methods = await control.methods()
      const added = methods.slice(seen)
      seen = methods.length
      return added
    },
    evict: () => workerd.evict(object),
    restart: workerd.restart,
    useShared: workerd.useShared,
  }
}
