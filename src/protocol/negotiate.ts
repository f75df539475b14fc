/** Finds the revision that both sides speak. */
import {
  ConnectError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  NotMcpEndpointError,
  RpcError,
  VersionError,
} from '../errors.ts'
import { type Caller, converse } from '../rpc/call.ts'
import { check } from '../schema/check.ts'
import { initializeResult } from '../schema/lifecycle.ts'
import type { InitializeResult } from '../types/lifecycle.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { declareCapabilities } from './capabilities.ts'
import { createLegacy } from './legacy.ts'

export interface Agreement {
  caller: Caller
  server: InitializeResult
}

export async function negotiate(shared: Omit<Caller, 'era'>, signal?: AbortSignal): Promise<Agreement> {
  const { ground, settings, address } = shared.wire
  const limit = 'connectTimeout'
  const deadline = createDeadline(ground, { what: 'connecting', total: settings[limit], limit, signals: [signal] })
  try {
    return await shakeHands(shared, deadline)
  } catch (error) {
    throw deadline.passed ? error : explain(error, address)
  } finally {
    deadline.stop()
  }
}

async function shakeHands(shared: Omit<Caller, 'era'>, deadline: Deadline): Promise<Agreement> {
  const { wire, nextId } = shared
  const { versions, clientInfo, handlers } = wire.settings
  const era = createLegacy(wire)
  const caller = { ...shared, era }
  const params = { protocolVersion: versions[0], capabilities: declareCapabilities(handlers), clientInfo }
  const request = { jsonrpc: '2.0', id: nextId(), method: 'initialize', params } as const
  const server = check(initializeResult(), await converse(caller, request, deadline), 'an InitializeResult')
  const { protocolVersion } = server
  if (!versions.includes(protocolVersion)) {
    void era.close()
    const message = `The server speaks ${protocolVersion.slice(0, 30)}, this client ${versions}`
    throw new VersionError(message, { delivery: 'not-executed', supported: [protocolVersion], requested: versions })
  }
  era.agree(protocolVersion)
  try {
    await era.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, deadline)
  } catch (error) {
    deadline.check()
    // A server that answered the handshake works, whatever it says to this.
    wire.warn('notifications/initialized failed', error)
  }
  return { caller, server }
}

/** What a caller of `connect()` can act on. Errors of the given `fetch` pass as they are. */
function explain(error: unknown, address: string): unknown {
  const delivery = 'not-executed'
  if (error instanceof InvalidMessageError) return new NotMcpEndpointError(error.message, { delivery, cause: error })
  if (!(error instanceof HttpError || error instanceof ConnectionError || error instanceof RpcError)) return error
  const { status, bodyHead, message, retryable } = error as HttpError
  const attempts = [{ transport: 'streamable-http', status, bodyHead, error } as const]
  const text = `Could not connect to ${address}: ${message}`
  return new ConnectError(text, { delivery, retryable, attempts, cause: error })
}
