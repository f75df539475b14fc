/** The result of `initialize`, and the revision that it negotiates. */
import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { handshakeVersions } from '../revisions.ts'

export interface InitializeResult {
  protocolVersion: string
  capabilities?: Record<string, unknown>
  serverInfo: { name: string; version: string }
  instructions?: string
}

export type Initialize = (params: Record<string, unknown>) => InitializeResult

/** The requested revision if it is on offer, else the newest one, which the client may accept or not. */
export function negotiateVersion(requested: unknown, offered: readonly string[]): string {
  const supported = handshakeVersions(offered)
  const version = supported.find((version) => version === requested) ?? supported[0]
  if (version === undefined)
    throw new ProtocolError(INVALID_PARAMS, 'Unsupported protocol version', { supported, requested })
  return version
}
