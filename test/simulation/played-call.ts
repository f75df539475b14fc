/** One call of a run, from its start to what became of it. */
import type { Client, StreamToken } from '../../src/index.ts'
import type { VirtualClock } from '../server/virtual-clock.ts'
import type { PlannedCall } from './plan.ts'

export interface PlayedCall {
  plan: PlannedCall
  startedAt: number
  /** The client had been closed before. */
  late: boolean
  abortedAt: number | undefined
  /** The reason that it was aborted with. */
  reason: unknown
  /** How often it settled. */
  settled: number
  settledAt: number
  result: { content?: { text?: string }[] } | undefined
  error: unknown
  /** Where its stream was last. */
  token: StreamToken | undefined
  progress: number[]
  /** Progress that came after the call had settled. */
  progressTooLate: number
}

/** Calls without an abort of their own share a signal, as the calls of one page do. */
export function startCall(
  clock: VirtualClock,
  client: Client,
  plan: PlannedCall,
  shared: AbortSignal,
  late: boolean,
): PlayedCall {
  const call: PlayedCall = {
    plan,
    startedAt: clock.now(),
    late,
    abortedAt: undefined,
    reason: undefined,
    settled: 0,
    settledAt: 0,
    result: undefined,
    error: undefined,
    token: undefined,
    progress: [],
    progressTooLate: 0,
  }
  const { tool, args, timeout, abortAt } = plan
  const signal = abortAt === undefined ? shared : abortLater(abortAt)
  client.callTool(tool, args, { signal, timeout, onResumable, ...(plan.progress && { onProgress }) }).then(
    (result) => settle({ result }),
    (error: unknown) => settle({ error }),
  )
  return call

  function onProgress({ progress }: { progress: number }): void {
    if (call.settled) call.progressTooLate++
    else call.progress.push(progress)
  }

  function onResumable(token: StreamToken): void {
    call.token = token
  }

  function settle(outcome: object): void {
    call.settled++
    call.settledAt = clock.now()
    Object.assign(call, outcome)
  }

  function abortLater(milliseconds: number): AbortSignal {
    const controller = new AbortController()
    clock.schedule(milliseconds, () => {
      if (call.settled) return
      call.abortedAt = clock.now()
      call.reason = { aborted: plan.tag }
      controller.abort(call.reason)
    })
    return controller.signal
  }
}

export function isSettled({ settled }: PlayedCall): boolean {
  return settled > 0
}
