/** The error of tool calls that were not made. */
import { McpError } from '../core/errors.ts'

/**
 * Why a call was not made: there is no such tool, any more or at all, `approve` did not allow it, or the arguments have a
 * key that the tool does not take.
 */
export type ToolErrorReason = 'not-found' | 'denied' | 'arguments'

/** A call was not made. */
export class ToolError extends McpError<{ reason: ToolErrorReason; tool: string }> {
  override readonly code: 'tool' = 'tool'
  /** Why it was not made. */
  declare readonly reason: ToolErrorReason
  /** The name of the tool, as the model knows it. */
  declare readonly tool: string

  constructor(reason: ToolErrorReason, tool: string, cause?: unknown, words?: string) {
    const message = reason === 'denied' ? `The call of ${tool} was not approved` : `There is no tool named ${tool}`
    super(words ?? message, { delivery: 'not-executed', reason, tool, cause })
  }
}
