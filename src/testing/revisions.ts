/** What each revision of the protocol knows, so that no client is shown a field younger than its own revision. */

/** The first revision without a handshake. Revisions are dates, so they compare as text. */
export const STATELESS = '2026-07-28'

export function isStateless(version: string): boolean {
  return version >= STATELESS
}

export type Since = Readonly<Record<string, string>>

/** The revision in which optional fields of tools, prompts, resources and results appeared. */
const COMMON: Since = {
  title: '2025-06-18',
  outputSchema: '2025-06-18',
  structuredContent: '2025-06-18',
  _meta: '2025-06-18',
  icons: '2025-11-25',
}

/** Tools learned annotations later than resources did. */
export const TOOL: Since = { ...COMMON, annotations: '2025-03-26' }

/** The same object without the fields that this revision does not know. */
export function forRevision<T extends object>(item: T, version: string, since: Since = COMMON): Partial<T> {
  const known = Object.entries(item).filter(([key]) => version >= (since[key] ?? ''))
  return Object.fromEntries(known) as Partial<T>
}
