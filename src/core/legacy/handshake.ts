/** A handshake and everything that is sent under it. */

import type { InitializeResult } from '../../types/lifecycle.ts'
import type { Era } from '../era.ts'
import { supportedBy } from '../era-signals.ts'
import { type RpcError, VersionError } from '../errors.ts'
import { type Caller, converse } from '../rpc/call.ts'
import { declareCapabilities } from '../server-requests/handlers.ts'
import type { Deadline } from '../util/deadline.ts'
import { check } from '../validation/check.ts'
import { initializeResult } from '../validation/lifecycle.ts'

const INVALID_PARAMS = -32602

/** What every session needs of its client. */
export type Shared = Omit<Caller, 'era'>

/** The connection under a session, before and after the handshake. */
export interface Link extends Pick<Era, 'send' | 'post' | 'hasSession'> {
  /** What goes with every request, if that is all there is to the session. */
  readonly headers?: Record<string, string>
  /** From the handshake's answer on, every request names the revision. */
  agree(protocolVersion: string): void
  /** Whether this error means that the server has lost the session. */
  isLost(error: unknown): boolean
  /** Settles with the reason when the connection ends by itself. */
  readonly ended?: Promise<unknown>
  /** Milliseconds that the server wants to be left alone before the next connection. */
  readonly retry?: number | undefined
  /** Says good-bye, unless `keep`, and until the signal aborts. */
  close(keep: boolean, until?: AbortSignal): Promise<void>
}

export interface Session extends Link {
  readonly server: InitializeResult
}

/** Whatever the body says, unless it plainly speaks of the request: an unknown method or unknown parameters. */
export function isSessionLoss(error: unknown): boolean {
  const { status, rpcCode } = (error ?? {}) as { status?: number; rpcCode?: number }
  return (status === 404 || status === 410) && rpcCode !== -32601 && rpcCode !== -32602
}

/** Shakes hands over a fresh link. */
export async function openSession(
  link: Link,
  shared: Shared,
  deadline: Deadline,
  versions: readonly string[],
): Promise<Session> {
  const { wire } = shared
  try {
    const server = await initialize(link, shared, deadline, versions)
    const { protocolVersion } = server
    if (!versions.includes(protocolVersion)) {
      const message = `The server speaks ${protocolVersion.slice(0, 30)}, this client ${versions}`
      throw new VersionError(message, { delivery: 'not-executed', supported: [protocolVersion], requested: versions })
    }
    link.agree(protocolVersion)
    await link.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, deadline).catch((error) => {
      deadline.check()
      // A server that answered the handshake works, whatever it says to this.
      wire.warn('notifications/initialized failed', error)
    })
    return Object.assign(link, { server })
  } catch (error) {
    // Nobody waits for the farewell; after an abort nothing at all is sent.
    void link.close(deadline.passed, shared.closing)
    throw error
  }
}

/** The newest revision is offered; a server that refuses it by name is offered one that it named. */
async function initialize(
  link: Link,
  shared: Shared,
  deadline: Deadline,
  versions: readonly string[],
): Promise<InitializeResult> {
  const { wire, nextId } = shared
  const { settings } = wire
  const offer = async (protocolVersion: string) => {
    const capabilities = declareCapabilities(settings, protocolVersion)
    const params = { protocolVersion, capabilities, clientInfo: settings.clientInfo }
    const request = { jsonrpc: '2.0', id: nextId(), method: 'initialize', params } as const
    return check(initializeResult(), await converse({ ...shared, era: link }, request, deadline), 'an InitializeResult')
  }
  const newest = versions[0]!
  try {
    return await offer(newest)
  } catch (error) {
    const mutual = supportedBy(error)?.find((version) => version !== newest && versions.includes(version))
    if (!mutual || (error as RpcError | null)?.rpcCode !== INVALID_PARAMS) throw error
    return offer(mutual)
  }
}
