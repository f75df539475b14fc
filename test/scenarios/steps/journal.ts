/** Reads requests from the journal of the mock server. */
import type { JournalEntry } from '../../../src/testing/index.ts'

interface Body {
  id?: unknown
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** The parameters of a request; empty if it had none. */
export function paramsOf(entry: JournalEntry | undefined): Record<string, unknown> {
  return (entry?.body as Body | undefined)?.params ?? {}
}

/** The client's responses to server requests, by id and in order. */
export function responsesIn(journal: readonly JournalEntry[]): Map<unknown, Body> {
  const bodies = journal.map(({ body }) => (body ?? {}) as Body)
  return new Map(bodies.filter((body) => 'result' in body || 'error' in body).map((body) => [body.id, body]))
}

/** Every request but the preflights of browsers. */
export const sentIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ httpMethod }) => httpMethod !== 'OPTIONS')

/** The requests of this JSON-RPC method. */
export const requestsIn = (journal: readonly JournalEntry[], rpcMethod: string): JournalEntry[] =>
  journal.filter((entry) => entry.rpcMethod === rpcMethod)

export const sessionOf = (entry: JournalEntry | undefined): string | undefined => entry?.headers['mcp-session-id']
