/** An error in full: its delivery, what to do next, its cause and what the server said. */
import { type AnyMcpError, type ConnectAttempt, type Delivery, isMcpError } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDuration } from '../ui/format.ts'
import { nonEmptyString, toJson } from '../ui/json.ts'
import { Pre, Text } from '../ui/text.tsx'
import { AuthFailure, isAuthError } from './auth-failure.tsx'
import { CorsHelp, isCorsError, withoutHeaderList } from './cors-help.tsx'

const deliveryMeaning: Record<Delivery, string> = {
  'not-executed': 'the server did not run it',
  answered: 'the server returned an error',
  unknown: 'it may or may not have run',
}

/** Of a request that needs a preflight, a refusal is most likely that of the preflight. */
const REFUSED_BY_BROWSER = 'the server rejected the preflight, so most likely nothing was sent'

export function ErrorDetails({ error }: { error: unknown }): JSX.Element {
  if (!isMcpError(error)) {
    return (
      <p>
        <Text of={String(error)} maxLength={2_000} />
      </p>
    )
  }
  const { delivery } = error
  const isCors = isCorsError(error)
  const said = !isCors && 'hint' in error ? nonEmptyString(error.hint) : undefined
  // Most messages end with the hint.
  const hint = said && !error.message.includes(said.trim()) ? said : undefined
  return (
    <div class="error-details">
      <p>
        <Text of={isCors ? withoutHeaderList(error.message) : error.message} maxLength={2_000} />
      </p>
      {isCors && <CorsHelp />}
      {isAuthError(error) && <AuthFailure error={error} />}
      <p class={`delivery delivery-${delivery}`}>
        <code>{delivery}</code> {isCors && delivery === 'unknown' ? REFUSED_BY_BROWSER : deliveryMeaning[delivery]}.{' '}
        <strong>{advice(error)}</strong>
      </p>
      {hint && (
        <p class="hint-box">
          <Text of={hint} maxLength={2_000} />
        </p>
      )}
      <details class="error-members">
        <summary>Details</summary>
        <ErrorMembers error={error} />
      </details>
    </div>
  )
}

/** The class, code, cause and other facts of an error of the client. */
export function ErrorMembers({ error }: { error: unknown }): JSX.Element | null {
  if (!isMcpError(error)) return null
  return (
    <>
      <DescriptionList
        of={{
          Error: <code>{error.name}</code>,
          Code: <code>{error.code}</code>,
          ...specificMembers(error),
          Cause: describeCauses(error),
        }}
      />
      {'data' in error && error.data !== undefined && <Pre label="Data of the error" text={toJson(error.data)} />}
    </>
  )
}

/** What the person can do next. */
function advice(error: AnyMcpError): string {
  const { code, delivery } = error
  const wait = (error as { retryAfterMs?: number }).retryAfterMs
  if (isCorsError(error)) return 'The operator of the server must allow this page.'
  if (wait !== undefined) return `The server asks to wait ${formatDuration(wait)}.`
  if (code === 'rpc') return 'Read what the server says. The same request will most likely fail again.'
  if (code === 'invalid-message') return 'The server violated the protocol. Report it to its author.'
  if (code === 'version') return 'Choose another protocol version, or Auto.'
  if (code === 'not-mcp-endpoint') return 'Check the URL: something answers there, but it is not an MCP endpoint.'
  if (delivery === 'not-executed') return 'It is safe to call again.'
  if (delivery === 'unknown') return 'Find out what happened before you call again, unless the tool is read-only.'
  return 'Check what the server did before you call again.'
}

function specificMembers(error: AnyMcpError): Record<string, string | number | undefined> {
  switch (error.code) {
    case 'rpc':
      return { 'JSON-RPC code': error.rpcCode, 'Server says': error.rpcMessage }
    case 'http':
      return { Status: error.status, 'Body begins': error.bodyPreview }
    case 'timeout':
      return { Limit: error.limit }
    case 'version':
      return { 'Server supports': error.supported.join(', ') }
    case 'connect':
      return { Tried: error.attempts.map(describeAttempt).join('\n') }
    default:
      return {}
  }
}

function describeAttempt({ transport, status, bodyPreview }: ConnectAttempt): string {
  const answer = status === undefined ? 'no usable answer' : `status ${status}`
  return [`${transport}: ${answer}`, bodyPreview].filter(Boolean).join('\n')
}

/** The chain of causes, down to the error of the runtime. */
function describeCauses(error: Error): string {
  const lines: string[] = []
  for (let { cause } = error; cause !== undefined && lines.length < 5; ) {
    lines.push(String(cause))
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return lines.join('\n')
}
