/** Everything that the judge of eras may look at after a run. */
import type { Connection, WireEvent } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Exchange } from '../exchange.ts'
import type { Network } from '../network.ts'
import type { Run } from '../passing.ts'
import type { EraPlan } from './plan.ts'
import type { PlayedListener } from './played-listener.ts'
import type { PlayedVerb } from './played-verb.ts'
import type { Stage } from './stage.ts'
import type { EraMemory } from './stores.ts'

export interface EraEvidence extends Run, Pick<Stage, 'offers' | 'news'>, Pick<EraMemory, 'learned'> {
  plan: EraPlan
  startedAt: number
  connectedAt: number
  connectError: unknown
  verbs: PlayedVerb[]
  listeners: PlayedListener[]
  /** Something that nothing disturbs, after everything else; undefined if the client was closed before. */
  last: PlayedVerb | undefined
  /** What the client said of its connection after that. */
  connection: Connection | undefined
  exchanges: Exchange[]
  /** Of the other client, which shares the store of answers. */
  others: Exchange[]
  /** What the client told about eras and failures. */
  events: { at: number; event: WireEvent }[]
  /** Who was signed in from when on. */
  partitions: { at: number; partition: string }[]
  journal: JournalEntry[]
  struck: string[]
  closedAt: number
  closeTook: number
  timersLeft: number
  /** Listeners on the signal that most verbs share. */
  signalListeners: number
  /** Questions to the user that nobody called off. */
  questionsLeft: number
}

export function createEraEvidence(
  plan: EraPlan,
  startedAt: number,
  { exchanges, struck }: Network,
  others: Exchange[],
  { offers, news }: Stage,
  { learned }: EraMemory,
): EraEvidence {
  return {
    plan,
    startedAt,
    connectedAt: startedAt,
    connectError: undefined,
    verbs: [],
    listeners: [],
    last: undefined,
    connection: undefined,
    exchanges,
    others,
    offers,
    news,
    learned,
    events: [],
    partitions: [{ at: startedAt, partition: 'first' }],
    journal: [],
    struck,
    closedAt: startedAt,
    closeTook: 0,
    timersLeft: 0,
    signalListeners: 0,
    questionsLeft: 0,
    stuck: undefined,
  }
}
