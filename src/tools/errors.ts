/** The error of tool calls that were not made. */
import { McpError } from '../core/errors.ts'

/** Why a call was not made: there is no such tool, any more or at all, or `approve` did not allow it. */
export type ToolErrorReason = 'not-found' | 'denied'

/** A call was not made. */
export class ToolError extends McpError<{ reason: ToolErrorReason; tool: string }> {
  override readonly code: 'tool' = 'tool'
  /** Why it was not made. */
  declare readonly reason: ToolErrorReason
  /** The name of the tool, as the model knows it. */
  declare readonly tool: string

  constructor(reason: ToolErrorReason, tool: string, cause?: unknown) {
    const message = reason === 'denied' ? `The call of ${tool} was not approved` : `There is no tool named ${tool}`
    super(message, { delivery: 'not-executed', reason, tool, cause })
  }
}
