/** Finds the revision that both sides speak. */
import {
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  NotMcpEndpointError,
  RpcError,
  VersionError,
} from '../errors.ts'
import { type Caller, call } from '../rpc/call.ts'
import { check } from '../schema/check.ts'
import { initializeResult } from '../schema/lifecycle.ts'
import type { InitializeResult } from '../types/lifecycle.ts'
import { createDeadline } from '../util/deadline.ts'
import { declareCapabilities } from './capabilities.ts'
import { createLegacy, type Legacy } from './legacy.ts'

export interface Agreement {
  caller: Caller
  server: InitializeResult
}

export async function negotiate(shared: Omit<Caller, 'era'>, signal?: AbortSignal): Promise<Agreement> {
  const era = createLegacy(shared.wire)
  const caller = { ...shared, era }
  try {
    return { caller, server: await shakeHands(caller, era, signal) }
  } catch (error) {
    throw signal?.aborted ? error : explain(error, shared.wire.address)
  }
}

async function shakeHands(caller: Caller, era: Legacy, signal: AbortSignal | undefined): Promise<InitializeResult> {
  const { ground, settings, emit } = caller.wire
  const { versions, clientInfo, handlers, connectTimeout } = settings
  const start = ground.now()
  const limits = { idle: connectTimeout, total: connectTimeout, limit: 'connectTimeout' } as const
  const params = { protocolVersion: versions[0], capabilities: declareCapabilities(handlers), clientInfo }
  const result = await call(caller, 'initialize', params, signal && { signal }, limits)
  const server = check(initializeResult(), result, 'the answer to initialize')
  if (!versions.includes(server.protocolVersion)) {
    void era.close()
    const message = `The server speaks ${server.protocolVersion.slice(0, 30)}, this client ${versions.join(', ')}`
    throw new VersionError(message, [server.protocolVersion], versions)
  }
  era.agree(server.protocolVersion)

  const total = connectTimeout - (ground.now() - start)
  const deadline = createDeadline(ground, { what: 'connecting', total, limit: limits.limit, signals: [signal] })
  try {
    await era.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, deadline)
  } catch (error) {
    deadline.signal.throwIfAborted()
    // A server that answered the handshake works, whatever it says to this.
    emit?.({ type: 'warning', message: 'notifications/initialized was refused', error })
  } finally {
    deadline.stop()
  }
  return server
}

/** What a caller of `connect()` can act on. Errors of the given `fetch` pass as they are. */
function explain(error: unknown, address: string): unknown {
  if (error instanceof InvalidMessageError) {
    return new NotMcpEndpointError(error.message, { delivery: 'not-executed', cause: error })
  }
  if (!(error instanceof HttpError || error instanceof ConnectionError || error instanceof RpcError)) return error
  const attempt: ConnectAttempt = { transport: 'streamable-http', error }
  if (error instanceof HttpError) Object.assign(attempt, { status: error.status, bodyHead: error.bodyHead })
  const { retryable } = error
  return new ConnectError(`Could not connect to ${address}: ${error.message}`, [attempt], { retryable, cause: error })
}
