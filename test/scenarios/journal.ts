/** Shorthands for what a scenario looks for in the journal. */
import type { JournalEntry } from '../../src/testing/index.ts'

interface Body {
  id?: unknown
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** The parameters that a request carried; empty if there were none. */
export function paramsOf(entry: JournalEntry | undefined): Record<string, unknown> {
  return (entry?.body as Body | undefined)?.params ?? {}
}

/** The client's answers to server requests, by id and in the order they came. */
export function responsesIn(journal: readonly JournalEntry[]): Map<unknown, Body> {
  const bodies = journal.map(({ body }) => (body ?? {}) as Body)
  return new Map(bodies.filter((body) => 'result' in body || 'error' in body).map((body) => [body.id, body]))
}
