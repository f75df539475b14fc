/** What a model is told of a call without a result. */
import { INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND } from '../core/error-codes.ts'
import { isMcpError } from '../core/errors.ts'

/** The first one means that it was not JSON. */
const NEVER_EXECUTED = [-32700, INVALID_REQUEST, METHOD_NOT_FOUND]

/**
 * Names the tool and its server, and says whether the call may have been executed and whether to try again: a model cannot
 * see that otherwise. `isRepeatable`: another call does no harm.
 */
export function toModelError(error: unknown, name: string, server?: string, isRepeatable?: boolean): string {
  const { message = String(error) } = Object(error)
  const subject = server ? `${name} of the server ${JSON.stringify(server.slice(0, 100))}` : name
  return `${subject} failed: ${message.replace(/\.$/, '')}. ${adviceFor(error, isRepeatable)}`
}

function adviceFor(error: unknown, isRepeatable = false): string {
  const { delivery, retryable, code, rpcCode, reason } = Object(isMcpError(error) && error)
  if (rpcCode === INVALID_PARAMS) {
    return 'The server refused the arguments, and should not have executed the call. Correct the arguments before you retry.'
  }
  if (delivery === 'not-executed' || NEVER_EXECUTED.includes(rpcCode)) {
    const retry = retryable ? 'You can retry it.' : 'A retry will not help.'
    return `The call was not executed. ${ADVICE[reason] ?? retry}`
  }
  const retry = isRepeatable ? 'You can retry it safely.' : 'Check whether it was before you retry.'
  if (delivery !== 'answered' || code === 'rpc') return `The call may have been executed. ${retry}`
  return `The server executed the call, but its answer cannot be used. ${isRepeatable ? retry : 'Do not retry it.'}`
}

/** By the reason of a ToolError. */
const ADVICE: Readonly<Record<string, string>> = {
  arguments: 'Correct the arguments before you retry.',
  denied: 'Do not retry it unless the user asks for that.',
}
