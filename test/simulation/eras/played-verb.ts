/** One thing that the client of a run was asked to do, and what became of it. */
import type { Client } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { type Tracked, track } from '../tracked.ts'
import { WATCHED } from './plan.ts'
import type { PlannedVerb } from './plan-verb.ts'

export interface Outcome {
  /** Of the content, or of the resource. */
  text: string | undefined
  isError: boolean
}

export interface PlayedVerb extends Tracked<Outcome> {
  plan: PlannedVerb
  progress: number[]
  progressTooLate: number
}

export function startVerb(
  clock: VirtualClock,
  client: Client,
  plan: PlannedVerb,
  shared: AbortSignal,
  late: boolean,
): PlayedVerb {
  const { tag, abortAt, tool, args, retry, timeout, fresh } = plan
  const own = { plan, progress: [] as number[], progressTooLate: 0 }
  const verb: PlayedVerb = track(own, { clock, tag, abortAt, shared, late, run })
  return verb

  async function run(signal: AbortSignal): Promise<Outcome> {
    if (plan.kind === 'read') {
      const { contents } = await client.readResource(WATCHED, { signal, timeout, fresh })
      return { text: (contents[0] as { text?: string }).text, isError: false }
    }
    if (plan.kind === 'list') {
      const tools = await client.listTools({ signal, timeout, fresh })
      return { text: `${tools.length}`, isError: false }
    }
    const { content, isError } = await client.callTool(tool, args, {
      signal,
      timeout,
      retry,
      ...(plan.progress && { onProgress }),
    })
    return { text: (content[0] as { text?: string }).text, isError: isError ?? false }
  }

  function onProgress({ progress }: { progress: number }): void {
    if (verb.settled) verb.progressTooLate++
    // What is called once more counts from the beginning.
    else verb.progress.push(progress)
  }
}
