/** What the judge of a call run may look at. */
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { RunState } from '../advance-time.ts'
import type { CloseEvidence, ConnectEvidence } from '../judge-lifecycle.ts'
import type { Network } from '../network/network.ts'
import type { CallPlan } from './plan.ts'
import type { RecordingStore } from './recording-store.ts'
import type { ResumedCall } from './resume-with-second-client.ts'
import type { StartedCall } from './started-call.ts'

export interface CallEvidence extends RunState, ConnectEvidence, CloseEvidence {
  plan: CallPlan
  calls: StartedCall[]
  /** An undisturbed call after all others; undefined if the client was closed before. */
  finalCall: StartedCall | undefined
  /** The status of the connection after that call. */
  finalStatus: string | undefined
  /** Calls that a second client resumed after the first was detached. */
  resumed: ResumedCall[]
  journal: JournalEntry[]
  eventStore: RecordingStore
  closedAt: number
  /** Executions of the counter tool, by its own count; undefined where that is unknown. */
  executions: number | undefined
}

export function createCallEvidence(
  plan: CallPlan,
  startedAt: number,
  { exchanges, disturbances }: Network,
  eventStore: RecordingStore,
): CallEvidence {
  return {
    plan,
    startedAt,
    connectedAt: startedAt,
    connectError: undefined,
    calls: [],
    finalCall: undefined,
    finalStatus: undefined,
    resumed: [],
    exchanges,
    journal: [],
    eventStore,
    disturbances,
    closedAt: startedAt,
    closeTook: 0,
    timersLeft: 0,
    signalListeners: 0,
    stuck: undefined,
    executions: undefined,
  }
}
