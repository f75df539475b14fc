/** The result of detection: the era and transport of a server, and its session. */
import type { EraName, InitializeResult, TransportKind } from '../../types/lifecycle.ts'
import type { SentUnder } from '../cache/partition.ts'
import type { ConnectAttempt } from '../errors.ts'
import type { Session } from '../legacy/transport.ts'

export interface DetectedServer {
  transportKind: TransportKind
  era: EraName
  server: InitializeResult
  /** The cache partition that the description of a modern server belongs to, unless everybody may share it. */
  sentUnder?: SentUnder | undefined
  /** Only in the legacy era. */
  session?: Session | undefined
  /** How the server refused the transport that was tried first. */
  refused?: ConnectAttempt | undefined
  /** How the era became known, for `onEvent`. */
  reason: 'probe' | 'remembered' | 'corrected'
  /** Whether the server proved its era, so that it may be stored in the era cache. */
  certain: boolean
}
