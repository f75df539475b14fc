/** The revisions of MCP that this client supports, newest first, and the facts in which they differ. */
import type { EraName, ProtocolVersion } from '../types/lifecycle.ts'

export interface Revision {
  readonly version: ProtocolVersion
  readonly era: EraName
  /** The cheapest request. */
  readonly pingMethod: 'ping' | 'server/discover'
  /** Results say for how long they may be cached (server/utilities/caching). */
  readonly cacheable?: true
  /** The logging level is sent with each request, instead of by `logging/setLevel`, which needs a capability. */
  readonly levelPerRequest?: true
  /** Servers declare the capability `completions`. */
  readonly completionsDeclared?: true
  /** Elicitation has the modes `form` and `url`. */
  readonly elicitationModes?: true
  /** Fields of elicitation forms may be lists of values. */
  readonly elicitationLists?: true
  /** A sampled message may have several content blocks. */
  readonly samplingBlocks?: true
  /** A server may refuse a request until the user has visited a page (URLElicitationRequired). */
  readonly urlElicitationError?: true
}

export const MODERN_VERSION = '2026-07-28'

const LEGACY = { era: 'legacy', pingMethod: 'ping' } as const

const REVISIONS: readonly Revision[] = [
  {
    version: MODERN_VERSION,
    era: 'modern',
    pingMethod: 'server/discover',
    cacheable: true,
    levelPerRequest: true,
    completionsDeclared: true,
    elicitationModes: true,
    elicitationLists: true,
    samplingBlocks: true,
  },
  {
    version: '2025-11-25',
    ...LEGACY,
    completionsDeclared: true,
    elicitationModes: true,
    elicitationLists: true,
    samplingBlocks: true,
    urlElicitationError: true,
  },
  { version: '2025-06-18', ...LEGACY, completionsDeclared: true },
  { version: '2025-03-26', ...LEGACY, completionsDeclared: true },
  { version: '2024-11-05', ...LEGACY },
]

export const VERSIONS: readonly string[] = /* @__PURE__ */ REVISIONS.map(({ version }) => version)

/** The row of a version. Callers pass only versions that were checked, so there is one. */
export function revisionOf(version: string): Revision {
  return REVISIONS.find((revision) => revision.version === version) ?? REVISIONS[0]!
}

/** Those of the versions that belong to this era, in the same order. */
export function versionsOf(era: EraName, versions: readonly string[]): string[] {
  return versions.filter((version) => revisionOf(version).era === era)
}
