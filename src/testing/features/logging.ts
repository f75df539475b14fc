/** Log messages, and who wants which of them. */
import { Fault, type Peer } from './request-context.ts'
import { isStateless } from '../revisions.ts'
import { isObject } from './json-schema.ts'

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel'

export type Log = (level: string, data: unknown, logger?: string) => Promise<void>

/** `logging/setLevel`, which the stateless revisions no longer have. */
export function setLevel(params: Record<string, unknown>, peer: Peer): object {
  peer.state.logLevel = readLevel(params.level)
  return {}
}

/** Sends what the client asked for: legacy clients that never said get everything, stateless ones nothing. */
export function createLog(params: Record<string, unknown>, peer: Peer): Log {
  const lowest = threshold(params, peer)
  return async (level, data, logger = 'mock') => {
    if (LEVELS.indexOf(level) >= lowest) await peer.notify('notifications/message', { level, logger, data })
  }
}

function threshold(params: Record<string, unknown>, peer: Peer): number {
  const wanted = isStateless(peer.version) ? requestLevel(params) : peer.state.logLevel
  if (wanted !== undefined) return LEVELS.indexOf(wanted)
  return isStateless(peer.version) ? LEVELS.length : 0
}

function requestLevel(params: Record<string, unknown>): string | undefined {
  const level = isObject(params._meta) ? params._meta[LOG_LEVEL_KEY] : undefined
  return level === undefined ? undefined : readLevel(level)
}

function readLevel(value: unknown): string {
  if (typeof value === 'string' && LEVELS.includes(value)) return value
  throw new Fault(-32602, `Unknown log level ${JSON.stringify(value)}`)
}
