/** Log messages, and the level from which on a client gets them. */
import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { isStateless } from '../revisions.ts'
import { isObject } from '../util/is-object.ts'
import type { RequestContext } from './request-context.ts'

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel'

export type Log = (level: string, data: unknown, logger?: string) => Promise<void>

/** `logging/setLevel`, which the stateless revisions no longer have. */
export function setLevel(params: Record<string, unknown>, context: RequestContext): object {
  context.state.logLevel = readLevel(params.level)
  return {}
}

/** Without a level set, handshake revisions get every message and stateless ones none. */
export function createLog(params: Record<string, unknown>, context: RequestContext): Log {
  const lowest = threshold(params, context)
  return async (level, data, logger = 'mock') => {
    if (LEVELS.indexOf(level) >= lowest) await context.notify('notifications/message', { level, logger, data })
  }
}

function threshold(params: Record<string, unknown>, { version, state }: RequestContext): number {
  const wanted = isStateless(version) ? requestLevel(params) : state.logLevel
  if (wanted !== undefined) return LEVELS.indexOf(wanted)
  return isStateless(version) ? LEVELS.length : 0
}

function requestLevel(params: Record<string, unknown>): string | undefined {
  const level = isObject(params._meta) ? params._meta[LOG_LEVEL_KEY] : undefined
  return level === undefined ? undefined : readLevel(level)
}

function readLevel(value: unknown): string {
  if (typeof value === 'string' && LEVELS.includes(value)) return value
  throw new ProtocolError(INVALID_PARAMS, `Unknown log level ${JSON.stringify(value)}`)
}
