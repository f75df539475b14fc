/** The error of discovery: why a document cannot be read, or a card cannot be connected to. */
import { McpError, type McpErrorOptions } from '../core/errors.ts'

/** Why discovery failed: one reason per reaction that a caller could have. */
export type DiscoverErrorReason =
  /** The server answers, and has no such document. */
  | 'not-found'
  /** No response. In a page, CORS headers may be missing. */
  | 'unreachable'
  /** Another error status. */
  | 'http'
  /** Not JSON, or not a card or catalog. */
  | 'invalid-document'
  | 'too-large'
  /** Plain `http:` beyond this machine, or another origin that `allowUrl` does not allow. */
  | 'url-refused'
  /** `location` says where to, except in a page. */
  | 'redirect'
  /** The card names no remote. */
  | 'no-remote'
  /** Values are missing; `missing` has their names. */
  | 'value-missing'
  /** A value is not one that the card allows. */
  | 'value-invalid'

export interface DiscoverErrorFields {
  reason: DiscoverErrorReason
  /** Of the HTTP response. */
  status?: number | undefined
  /** Where a redirect leads. */
  location?: string | undefined
  /** The variables and headers without a value. */
  missing?: readonly string[] | undefined
}

/** A document was not read, or a card not connected to. No request reached an MCP server. */
export class DiscoverError extends McpError<DiscoverErrorFields> {
  override readonly code: 'discover' = 'discover'
  /** Why. */
  declare readonly reason: DiscoverErrorReason
  /** The status of the HTTP response. */
  declare readonly status: number | undefined
  /** Where a redirect leads, except in a page. */
  declare readonly location: string | undefined
  /** The variables and headers without a value. */
  declare readonly missing: readonly string[] | undefined

  constructor(message: string, options: McpErrorOptions & DiscoverErrorFields) {
    super(message, { delivery: 'not-executed', ...options })
  }
}

/** Without the query, which may hold a key. */
export function documentError(url: string, problem: string, reason: DiscoverErrorReason, more?: object): DiscoverError {
  const { origin, pathname } = new URL(url)
  return new DiscoverError(`${origin + pathname} ${problem}`, { reason, ...more })
}
