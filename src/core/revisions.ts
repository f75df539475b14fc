/** The revisions of MCP that this client supports, newest first, and what differs between them as facts. */
import type { EraName, ProtocolVersion } from '../types/lifecycle.ts'

export interface Revision {
  readonly version: ProtocolVersion
  /** `modern`: every request stands for itself. `legacy`: an `initialize` handshake comes first. */
  readonly era: EraName
  /** Results say for how long they may be cached (server/utilities/caching). */
  readonly cacheable: boolean
  /** The cheapest request. */
  readonly pingMethod: 'ping' | 'server/discover'
  /** The logging level is sent with each request, instead of by `logging/setLevel`, which needs a capability. */
  readonly levelPerRequest: boolean
  /** `completions` is a capability that servers declare. */
  readonly completionsDeclared: boolean
  /** Elicitation has the modes `form` and `url`, and forms may ask for several values. */
  readonly elicitationModes: boolean
  /** A sampled message may have several content blocks. */
  readonly samplingBlocks: boolean
  /** A server may refuse a request until the user has visited a page (URLElicitationRequired). */
  readonly urlElicitationError: boolean
}

/** Facts of the legacy revisions up to 2025-06-18. */
const FIRST = {
  era: 'legacy',
  cacheable: false,
  pingMethod: 'ping',
  levelPerRequest: false,
  completionsDeclared: true,
  elicitationModes: false,
  samplingBlocks: false,
  urlElicitationError: false,
} as const

export const MODERN_VERSION = '2026-07-28'

const REVISIONS: readonly Revision[] = [
  {
    version: MODERN_VERSION,
    era: 'modern',
    cacheable: true,
    pingMethod: 'server/discover',
    levelPerRequest: true,
    completionsDeclared: true,
    elicitationModes: true,
    samplingBlocks: true,
    urlElicitationError: false,
  },
  { ...FIRST, version: '2025-11-25', elicitationModes: true, samplingBlocks: true, urlElicitationError: true },
  { ...FIRST, version: '2025-06-18' },
  { ...FIRST, version: '2025-03-26' },
  { ...FIRST, version: '2024-11-05', completionsDeclared: false },
]

export const VERSIONS: readonly string[] = REVISIONS.map(({ version }) => version)

/** Only negotiated versions come here, so there is a row for each. */
export function revisionOf(version: string): Revision {
  return REVISIONS.find((revision) => revision.version === version) ?? REVISIONS[0]!
}

/** The given versions that belong to this era, in the same order. */
export function versionsOf(era: EraName, versions: readonly string[]): string[] {
  return versions.filter((version) => revisionOf(version).era === era)
}
