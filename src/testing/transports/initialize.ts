/** The answer to `initialize`: which revision of the handshake both sides speak. */
import { STATELESS_VERSION } from '../config.ts'
import { Fault } from '../features/request-context.ts'

export interface InitializeResult {
  protocolVersion: string
  capabilities?: Record<string, unknown>
  serverInfo: { name: string; version: string }
  instructions?: string
}

export type Initialize = (params: Record<string, unknown>) => InitializeResult

/** The revision on offer that the client asked for, else the newest one; it is for the client to decide about that. */
export function negotiateVersion(requested: unknown, offered: readonly string[]): string {
  const supported = offered.filter((version) => version < STATELESS_VERSION).sort()
  const version = supported.find((version) => version === requested) ?? supported.at(-1)
  if (version === undefined) throw new Fault(-32602, 'Unsupported protocol version', { supported, requested })
  return version
}
