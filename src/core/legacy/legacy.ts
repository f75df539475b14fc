/** The legacy era as one value: what a client that is to speak it is given, and `mcp-over-fetch/modern` is not. */
import type { InitializeResult } from '../../types/lifecycle.ts'
import type { ClientContext } from '../context.ts'
import { openSession } from './handshake.ts'
import { createLegacyEra } from './legacy-era.ts'
import { createStreamableHttp } from './streamable-http.ts'
import type { Session } from './transport.ts'

export interface Legacy {
  createEra: typeof createLegacyEra
  openSession: typeof openSession
  /** Sends nothing: a session that has ended is replaced at the first call. */
  continueSession(context: ClientContext, headers: Record<string, string>, server: InitializeResult): Session
}

export const LEGACY: Legacy = {
  createEra: createLegacyEra,
  openSession,
  continueSession: (context, headers, server) => ({
    transport: createStreamableHttp(context, { ...headers }),
    server,
  }),
}
