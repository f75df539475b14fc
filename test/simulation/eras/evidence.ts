/** What the judge of an era run may look at. */
import type { Connection, WireEvent } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { RunState } from '../advance-time.ts'
import type { CloseEvidence, ConnectEvidence } from '../judge-lifecycle.ts'
import type { Exchange } from '../network/exchange.ts'
import type { Network } from '../network/network.ts'
import type { EraServer } from './era-server.ts'
import type { EraPlan } from './plan.ts'
import type { RecordingEraCache } from './recording-stores.ts'
import type { StartedListener } from './started-listener.ts'
import type { StartedOperation } from './started-operation.ts'

export interface EraEvidence
  extends RunState,
    ConnectEvidence,
    CloseEvidence,
    Pick<EraServer, 'offers' | 'announcements'> {
  plan: EraPlan
  operations: StartedOperation[]
  listeners: StartedListener[]
  /** An undisturbed call after all others; undefined if the client was closed before. */
  finalCall: StartedOperation | undefined
  /** The connection after that call. */
  connection: Connection | undefined
  /** Whether it listens after the last change: a stream with a fault may break only by that change. */
  listeningAtEnd: Connection['listening'] | undefined
  /** The requests of the second client, which shares the cache store. */
  otherExchanges: Exchange[]
  /** What the client wrote into the era cache. */
  eraWrites: RecordingEraCache['writes']
  /** Events about eras, and warnings. */
  events: { at: number; event: WireEvent }[]
  /** The cache partition, from when on each was in use. */
  partitions: { at: number; partition: string }[]
  journal: JournalEntry[]
  closedAt: number
  /** Elicitations that were neither answered nor aborted. */
  pendingElicitations: number
}

export function createEraEvidence(
  plan: EraPlan,
  startedAt: number,
  { exchanges, disturbances }: Network,
  { exchanges: otherExchanges }: Network,
  { offers, announcements }: EraServer,
  { writes: eraWrites }: RecordingEraCache,
): EraEvidence {
  return {
    plan,
    startedAt,
    connectedAt: startedAt,
    connectError: undefined,
    operations: [],
    listeners: [],
    finalCall: undefined,
    connection: undefined,
    listeningAtEnd: undefined,
    exchanges,
    otherExchanges,
    offers,
    announcements,
    eraWrites,
    events: [],
    partitions: [{ at: startedAt, partition: 'first' }],
    journal: [],
    disturbances,
    closedAt: startedAt,
    closeTook: 0,
    timersLeft: 0,
    signalListeners: 0,
    pendingElicitations: 0,
    stuck: undefined,
  }
}
