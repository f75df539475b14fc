/** Everything that the judge may look at after a run. */
import type { JournalEntry } from '../../src/testing/index.ts'
import type { Exchange } from './exchange.ts'
import type { Network } from './network.ts'
import type { Plan } from './plan.ts'
import type { PlayedCall } from './played-call.ts'
import type { ResumedCall } from './resume-elsewhere.ts'
import type { StoreRecord } from './store-record.ts'

export interface Evidence {
  plan: Plan
  startedAt: number
  connectedAt: number
  /** Why `connect()` failed, if it did. */
  connectError: unknown
  calls: PlayedCall[]
  /** A call with nothing to disturb it, after everything else; undefined if the client was closed before. */
  last: PlayedCall | undefined
  /** What the client said of its connection after that call. */
  lastStatus: string | undefined
  /** What another client continued after this one was detached. */
  resumed: ResumedCall[]
  exchanges: Exchange[]
  journal: JournalEntry[]
  record: StoreRecord
  struck: string[]
  closedAt: number
  /** How long `close()` took. */
  closeTook: number
  /** Timers of the client when `close()` had resolved. */
  timersLeft: number
  /** Listeners on the signal that most calls share. */
  listeners: number
  /** Why the run could not be brought to its end. */
  stuck: string | undefined
  /** Executions of the counter, from the counter itself; undefined where it cannot tell. */
  executions: number | undefined
}

/** Nothing has happened yet. */
export function createEvidence(plan: Plan, startedAt: number, network: Network, record: StoreRecord): Evidence {
  const { exchanges, struck } = network
  return {
    plan,
    startedAt,
    connectedAt: startedAt,
    connectError: undefined,
    calls: [],
    last: undefined,
    lastStatus: undefined,
    resumed: [],
    exchanges,
    journal: [],
    record,
    struck,
    closedAt: startedAt,
    closeTook: 0,
    timersLeft: 0,
    listeners: 0,
    stuck: undefined,
    executions: undefined,
  }
}
