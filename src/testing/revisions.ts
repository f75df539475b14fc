/** Protocol revisions: the ones that behave differently, and the fields that each of them knows. */

/** The first revision without a handshake. Revisions are dates, so they compare as text. */
export const STATELESS_VERSION = '2026-07-28'

/** The revision that brought priming events and server-side disconnect (SEP-1699). */
export const POLLING_VERSION = '2025-11-25'

/** The only revision with tasks in its core; later ones have them as an extension. */
export const TASK_VERSION = '2025-11-25'

/** The only revision with JSON-RPC batches; also the one that a request without a version header is taken for. */
export const BATCH_VERSION = '2025-03-26'

/** All revisions that begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS: string[] = [POLLING_VERSION, '2025-06-18', BATCH_VERSION, '2024-11-05']

export function isStateless(version: string): boolean {
  return version >= STATELESS_VERSION
}

/** Those that begin with `initialize`, newest first. */
export function handshakeVersions(versions: readonly string[]): string[] {
  return versions.filter((version) => !isStateless(version)).sort((a, b) => (a < b ? 1 : -1))
}

/** For each field, the revision that introduced it. */
export type FieldRevisions = Readonly<Record<string, string>>

/** The revisions that introduced requests of servers and types of content. */
const INTRODUCED: FieldRevisions = {
  'elicitation/create': '2025-06-18',
  audio: '2025-03-26',
  resource_link: '2025-06-18',
}

/** Whether a revision has this request of servers, or this type of content. */
export function isKnown(name: string, version: string): boolean {
  return version >= (INTRODUCED[name] ?? '')
}

/** Optional fields of prompts, resources and results. */
const COMMON_FIELDS: FieldRevisions = {
  title: '2025-06-18',
  outputSchema: '2025-06-18',
  structuredContent: '2025-06-18',
  _meta: '2025-06-18',
  icons: '2025-11-25',
}

/** Annotations of tools came later than those of resources. */
export const TOOL_FIELDS: FieldRevisions = { ...COMMON_FIELDS, annotations: '2025-03-26' }

/** The same object without the fields that this revision does not have. */
export function forRevision<T extends object>(
  item: T,
  version: string,
  introduced: FieldRevisions = COMMON_FIELDS,
): Partial<T> {
  const known = Object.entries(item).filter(([key]) => version >= (introduced[key] ?? ''))
  return Object.fromEntries(known) as Partial<T>
}
