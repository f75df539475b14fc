/** What a model is told of a call without a result. */
import { INVALID_PARAMS } from '../core/error-codes.ts'
import { isMcpError } from '../core/errors.ts'
import { ToolError } from './errors.ts'

/**
 * Names the tool and its server, and says whether the call may have been executed and whether to try again: a model cannot
 * see that otherwise. `isRepeatable`: another call does no harm.
 */
export function toModelError(error: unknown, name: string, server?: string, isRepeatable?: boolean): string {
  const { message = String(error) } = Object(error)
  if (!isMcpError(error) || error instanceof ToolError) return message
  const { delivery, retryable } = error
  const advice =
    delivery === 'unknown'
      ? `The call may have been executed. ${isRepeatable ? 'You can retry it safely.' : 'Check whether it was before you retry.'}`
      : delivery === 'not-executed'
        ? `The call was not executed. ${retryable ? 'You can retry it.' : 'A retry will not help.'}`
        : error.code === 'rpc'
          ? error.rpcCode === INVALID_PARAMS
            ? 'Correct the arguments before you retry.'
            : 'The server answered with an error.'
          : 'The server executed the call, but its answer cannot be used.'
  const subject = server ? `${name} of the server ${JSON.stringify(server.slice(0, 100))}` : name
  return `${subject} failed: ${message.replace(/\.$/, '')}. ${advice}`
}
