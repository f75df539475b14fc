/** The error of a group: what was asked for is not there, or not now. Errors of servers pass through the group unchanged. */
import { McpError, type McpErrorOptions } from '../core/errors.ts'

/** Why the group refused: one reason per reaction that a caller could have. */
export type GroupErrorReason =
  | 'duplicate-server'
  | 'unknown-server'
  | 'unknown-tool'
  | 'unknown-prompt'
  | 'unknown-resource'
  /** Several servers list a resource with this URI. */
  | 'ambiguous-resource'
  /** The server is there, but not connected; `cause` is its own error. */
  | 'not-connected'

interface GroupErrorFields {
  reason: GroupErrorReason
  server?: string | undefined
}

/** The group did not send the request to any server. */
export class GroupError extends McpError<GroupErrorFields> {
  override readonly code: 'group' = 'group'
  /** Why it was not sent. */
  declare readonly reason: GroupErrorReason
  /** The name of the server that the error is about, if it is one. */
  declare readonly server: string | undefined

  constructor(message: string, options: McpErrorOptions & GroupErrorFields) {
    super(message, { delivery: 'not-executed', ...options })
  }
}
