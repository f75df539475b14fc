/** What the judge of an application run may look at. */
import type { Connection } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { RunState } from '../advance-time.ts'
import type { StartedListener } from '../eras/started-listener.ts'
import type { StartedOperation } from '../eras/started-operation.ts'
import type { CloseEvidence, ConnectEvidence } from '../judge-lifecycle.ts'
import type { Exchange } from '../network/exchange.ts'
import type { Credentials } from './credentials.ts'
import type { Dialog } from './dialogs.ts'
import type { Front } from './front.ts'
import type { ApplicationPlan, PlannedTab, ViewKind } from './plan.ts'

/** One tab with its client. */
export interface TabEvidence extends RunState, ConnectEvidence, CloseEvidence {
  plan: PlannedTab
  operations: StartedOperation[]
  listener: StartedListener | undefined
  dialogs: Dialog[]
  /** An undisturbed call after all others; undefined if the client was closed before. */
  finalCall: StartedOperation | undefined
  /** The connection after that call. */
  connection: Connection | undefined
  /** When a change was announced that the listener must get. */
  announcedAt: number | undefined
  closedAt: number
}

/** A store or a group with a client of its own. */
export interface ViewEvidence {
  kind: ViewKind
  exchanges: Exchange[]
  /** After everything had recovered. */
  status: string | undefined
  error: unknown
}

export interface ApplicationEvidence {
  plan: ApplicationPlan
  tabs: TabEvidence[]
  views: ViewEvidence[]
  /** When a change was announced that the views must get. */
  announcedAt: number | undefined
  journal: JournalEntry[]
  users: Credentials['users']
  mostRenewals: number
  /** When the machine slept, with a monotonic clock that counted it. */
  sleeps: number[]
  offers: Front['offers']
}
