/** Snapshots and continuations inside workerd: a Durable Object that is ended between its calls. */

import { type RunningServer, startServer } from '../../playground/server/miniflare.ts'
import { createScratch } from '../../playground/server/scratch.ts'
import { type Control, createControl } from '../../src/testing/index.ts'
import { show } from '../runtimes/show.ts'
import type { Outcome } from '../steps/step.ts'
import type { Errand } from './durable-object.ts'
import { type Kept, kept, type Stage } from './scenarios.ts'
import { type Office, openOffice } from './workerd.ts'

export async function run(): Promise<Outcome> {
  const scratch = await createScratch()
  const server = await startServer()
  const office = await openOffice(scratch.path)
  const outcome: Outcome = { passed: 0, failed: 0, lines: [] }
  try {
    for (const [index, promise] of kept.entries()) {
      const failure = await keep(promise, `desk-${index}`, server, office)
      if (failure === undefined) outcome.passed += 1
      else {
        outcome.failed += 1
        outcome.lines.push(`✗ ${promise.name}`, ...failure.split('\n').map((line) => `    ${line}`))
      }
    }
    return outcome
  } finally {
    await office.dispose()
    await server.dispose()
    await scratch.dispose()
  }
}

/** What went wrong, if anything did. */
async function keep(promise: Kept, desk: string, server: RunningServer, office: Office): Promise<string | undefined> {
  const control = createControl(server, desk)
  try {
    await promise.run(createStage(control, desk, office))
    return undefined
  } catch (error) {
    return show(error)
  } finally {
    await control.dispose()
  }
}

function createStage(control: Control, desk: string, office: Office): Stage {
  let seen = 0
  return {
    server: control,
    send: (errand) => office.send(desk, { url: control.url, ...errand } as Errand),
    async sent() {
      const methods = await control.methods()
      const news = methods.slice(seen)
      seen = methods.length
      return news
    },
    evict: () => office.evict(desk),
    restart: office.restart,
  }
}
