/** The errors of tool calls that no server has seen. */
import { McpError } from '../core/errors.ts'

/** There is no such tool: the model made it up, or it is gone since the tools were listed. */
export class ToolNotFoundError extends McpError<{ tool: string }> {
  override readonly code: 'tool-not-found' = 'tool-not-found'
  /** The name that was called. */
  declare readonly tool: string

  constructor(tool: string, cause?: unknown) {
    super(`There is no tool named ${tool}`, { delivery: 'not-executed', tool, cause })
  }
}

/** `approve` did not allow the call. */
export class ToolDeniedError extends McpError<{ tool: string }> {
  override readonly code: 'tool-denied' = 'tool-denied'
  /** The name of the tool, as the model knows it. */
  declare readonly tool: string

  constructor(tool: string) {
    super(`The call of ${tool} was not approved`, { delivery: 'not-executed', tool })
  }
}
