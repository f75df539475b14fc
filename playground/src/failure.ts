/** Shows an error: what it is, what it means for side effects, and what the server said. */
import { type ConnectAttempt, type Delivery, isMcpError } from 'mcp-over-fetch'
import { element } from './element.ts'
import { facts, labelled, toJson } from './show.ts'

const meaning: Record<Delivery, string> = {
  'not-executed': 'the server did not run it',
  answered: 'the server ran it and said so',
  unknown: 'it may or may not have run',
}

export function showFailure(error: unknown): HTMLElement {
  if (!isMcpError(error)) return element('p', {}, String(error))
  return element(
    'div',
    { className: 'stack' },
    element('p', {}, error.message),
    facts({
      Error: error.name,
      Code: element('code', {}, error.code),
      Delivery: element('span', {}, element('code', {}, error.delivery), `: ${meaning[error.delivery]}`),
      'Worth a retry': error.retryable ? 'yes' : 'no',
      ...(error.code === 'rpc' && { 'JSON-RPC code': error.rpcCode, 'Server says': error.rpcMessage }),
      ...(error.code === 'http' && { Status: error.status, 'Body begins': error.bodyHead }),
      ...(error.code === 'timeout' && { Limit: error.limit }),
      ...(error.code === 'version' && { 'Server speaks': error.supported.join(', ') }),
      ...(error.code === 'connect' && { Tried: error.attempts.map(describeAttempt).join('\n') }),
      Cause: causes(error),
    }),
    error.code === 'rpc' && error.data !== undefined ? labelled('Data', toJson(error.data)) : undefined,
  )
}

function describeAttempt({ transport, status, bodyHead }: ConnectAttempt): string {
  const answer = status === undefined ? 'no usable answer' : `status ${status}`
  return [`${transport}: ${answer}`, bodyHead].filter(Boolean).join('\n')
}

/** From the error outwards to what the runtime said. */
function causes(error: Error): string {
  const lines: string[] = []
  for (let { cause } = error; cause !== undefined && lines.length < 5; ) {
    lines.push(String(cause))
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return lines.join('\n')
}
