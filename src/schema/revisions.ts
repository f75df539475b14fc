/** The revisions of MCP, and the facts in which their messages differ. */
import type { ProtocolVersion } from '../types/lifecycle.ts'

export interface Revision {
  /** Several messages in one body. */
  readonly batches?: true
  /** Audio content, annotations of tools, messages of progress, the capability `completions`. */
  readonly audio?: true
  /** Titles, `_meta` of items, resource links, structured content, elicitation, the context of completions. */
  readonly titles?: true
  /** Icons, descriptions of implementations, modes and enums of elicitation, tools in sampling, errors without an id. */
  readonly icons?: true
  /** Tasks as a part of the protocol. */
  readonly coreTasks?: true
  /** A handshake, requests of servers, `ping`, `logging/setLevel`, `resources/subscribe`. */
  readonly handshake?: true
  /** `_meta` of requests says it all: `server/discover`, `input_required`, subscriptions, caching; tasks are an extension. */
  readonly stateless?: true
}

const added2025March = { audio: true } as const
const added2025June = { ...added2025March, titles: true } as const
const added2025November = { ...added2025June, icons: true } as const

export const REVISIONS: Readonly<Record<ProtocolVersion, Revision>> = {
  '2024-11-05': { handshake: true },
  '2025-03-26': { ...added2025March, handshake: true, batches: true },
  '2025-06-18': { ...added2025June, handshake: true },
  '2025-11-25': { ...added2025November, handshake: true, coreTasks: true },
  '2026-07-28': { ...added2025November, stateless: true },
}
