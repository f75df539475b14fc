/** The outcome of detection: what negotiation found out about a server. */
import type { EraName, InitializeResult, TransportKind } from '../../types/lifecycle.ts'
import type { ConnectAttempt } from '../errors.ts'
import type { Session } from '../legacy/transport.ts'

export interface DetectedServer {
  transport: TransportKind
  era: EraName
  server: InitializeResult
  /** Of the legacy era. */
  session?: Session | undefined
  /** How the server refused the transport that was tried first. */
  refused?: ConnectAttempt | undefined
  why: 'probe' | 'remembered' | 'corrected'
  /** Whether it is worth remembering. */
  certain: boolean
}
