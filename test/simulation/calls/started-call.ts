/** One tool call of a call run, with its progress and its outcome. */
import type { Client, StreamToken } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { type TrackedOperation, trackOperation } from '../tracked-operation.ts'
import type { PlannedCall } from './plan.ts'

export interface StartedCall extends TrackedOperation<{ content?: { text?: string }[] }> {
  plan: PlannedCall
  /** The last token that `onResumable` was called with. */
  token: StreamToken | undefined
  progress: number[]
  /** Progress notifications after the call had settled. */
  lateProgress: number
}

export function startCall(
  clock: VirtualClock,
  client: Client,
  plan: PlannedCall,
  shared: AbortSignal,
  afterClose: boolean,
): StartedCall {
  const { tag, tool, args, timeout, abortAt } = plan
  const own = { plan, token: undefined as StreamToken | undefined, progress: [] as number[], lateProgress: 0 }
  const run = async (signal: AbortSignal) =>
    (await client.callTool(tool, args, {
      signal,
      timeout,
      onResumable(token) {
        own.token = token as StreamToken
      },
      ...(plan.progress && { onProgress }),
    })) as { content?: { text?: string }[] }
  const call: StartedCall = trackOperation(own, { clock, tag, abortAt, shared, afterClose, run })
  return call

  function onProgress({ progress }: { progress: number }): void {
    if (call.settled) call.lateProgress++
    else call.progress.push(progress)
  }
}
