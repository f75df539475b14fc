/** One call of a run, from its start to what became of it. */
import type { Client, StreamToken } from '../../src/core/index.ts'
import type { VirtualClock } from '../../src/testing/index.ts'
import type { PlannedCall } from './plan.ts'
import { type Tracked, track } from './tracked.ts'

export interface PlayedCall extends Tracked<{ content?: { text?: string }[] }> {
  plan: PlannedCall
  /** Where its stream was last. */
  token: StreamToken | undefined
  progress: number[]
  /** Progress that came after the call had settled. */
  progressTooLate: number
}

export function startCall(
  clock: VirtualClock,
  client: Client,
  plan: PlannedCall,
  shared: AbortSignal,
  late: boolean,
): PlayedCall {
  const { tag, tool, args, timeout, abortAt } = plan
  const own = { plan, token: undefined as StreamToken | undefined, progress: [] as number[], progressTooLate: 0 }
  const run = async (signal: AbortSignal) =>
    (await client.callTool(tool, args, {
      signal,
      timeout,
      onResumable(token) {
        own.token = token as StreamToken
      },
      ...(plan.progress && { onProgress }),
    })) as { content?: { text?: string }[] }
  const call: PlayedCall = track(own, { clock, tag, abortAt, shared, late, run })
  return call

  function onProgress({ progress }: { progress: number }): void {
    if (call.settled) call.progressTooLate++
    else call.progress.push(progress)
  }
}
