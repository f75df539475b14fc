/** The revisions of MCP that this client supports, newest first, and the facts in which they differ. */
import type { EraName, ProtocolVersion } from '../types/lifecycle.ts'

export interface Revision {
  readonly version: ProtocolVersion
  readonly era: EraName
  /** Clients send notifications, such as that their roots have changed. */
  readonly clientNotifications: boolean
  /** Clients may ask for a tool call to run as a task, which is not an extension yet. */
  readonly coreTasks: boolean
  /** The cheapest request. */
  readonly pingMethod: 'ping' | 'server/discover'
  /** Results say for how long they may be cached (server/utilities/caching). */
  readonly cacheable: boolean
  /** The logging level is sent with each request, instead of by `logging/setLevel`, which needs a capability. */
  readonly levelPerRequest: boolean
  /** Requests after the handshake carry the header `MCP-Protocol-Version`. */
  readonly versionHeader: boolean
  /** Servers declare the capability `completions`. */
  readonly completionsDeclared: boolean
  /** Elicitation has the modes `form` and `url`. */
  readonly elicitationModes: boolean
  /** Fields of elicitation forms may be lists of values. */
  readonly elicitationLists: boolean
  /** A sampled message may have several content blocks. */
  readonly samplingBlocks: boolean
  /** A server may refuse a request until the user has visited a page (URLElicitationRequired). */
  readonly urlElicitationError: boolean
}

export const MODERN_VERSION = '2026-07-28'

export const VERSIONS: readonly string[] = [MODERN_VERSION, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** What this version has. Callers pass only versions that were checked. */
export function revisionOf(version: string): Revision {
  const isModern = version >= MODERN_VERSION
  const since2025March = version > '2025'
  const since2025November = version > '2025-11'
  return {
    version: version as ProtocolVersion,
    era: isModern ? 'modern' : 'legacy',
    clientNotifications: !isModern,
    coreTasks: since2025November && !isModern,
    pingMethod: isModern ? 'server/discover' : 'ping',
    cacheable: isModern,
    levelPerRequest: isModern,
    versionHeader: version > '2025-06',
    completionsDeclared: since2025March,
    elicitationModes: since2025November,
    elicitationLists: since2025November,
    samplingBlocks: since2025November,
    urlElicitationError: since2025November && !isModern,
  }
}

/** Those of the versions that belong to this era, in the same order. */
export function versionsOf(era: EraName, versions: readonly string[]): string[] {
  return versions.filter((version) => revisionOf(version).era === era)
}
