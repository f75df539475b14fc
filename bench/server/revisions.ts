/** What each revision demands of a request, so that no client is faster because it sends less. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Message {
  id?: unknown
  method: string
  params?: { name?: string; arguments?: { text?: string }; _meta?: Record<string, unknown> }
}

interface Problem {
  status: number
  message: string
}

const sessions = new Set<string>()

export function startSession(): string {
  const session = randomUUID()
  sessions.add(session)
  return session
}

export function legacyProblem({ headers }: IncomingMessage, { method }: Message): Problem | undefined {
  if (method === 'initialize') return undefined
  const session = headers['mcp-session-id']
  if (typeof session !== 'string') return { status: 400, message: 'a request without a session' }
  if (!sessions.has(session)) return { status: 404, message: 'an unknown session' }
  const version = headers['mcp-protocol-version']
  return version === '2025-11-25' ? undefined : { status: 400, message: `the protocol version ${version}` }
}

export function modernProblem({ headers }: IncomingMessage, { method, params }: Message): Problem | undefined {
  const { _meta: meta, name } = params ?? {}
  const isComplete =
    headers['mcp-protocol-version'] === '2026-07-28' &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === name &&
    meta?.['io.modelcontextprotocol/protocolVersion'] === '2026-07-28' &&
    meta['io.modelcontextprotocol/clientCapabilities'] !== undefined
  return isComplete ? undefined : { status: 400, message: 'a request without what 2026-07-28 demands' }
}
