/** Shorthands for what a scenario looks for in the journal. */
import type { JournalEntry } from '../server/script.ts'

interface Body {
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** The JSON-RPC message that a request carried; empty if there was none. */
export function bodyOf(entry: JournalEntry | undefined): Body {
  return (entry?.body ?? {}) as Body
}

export function paramsOf(entry: JournalEntry | undefined): Record<string, unknown> {
  return bodyOf(entry).params ?? {}
}
