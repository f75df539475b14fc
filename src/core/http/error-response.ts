/** What a status of 400 or more means: the server's JSON-RPC error if the body has one, else the status itself. */
import { HttpError, type McpError, RpcError } from '../errors.ts'
import { readText } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import { parseMessages } from '../validation/json-rpc.ts'
import type { Reply, Wire } from './http-client.ts'

export async function readRefusal(wire: Wire, reply: Reply, rpc: string, deadline: Deadline): Promise<McpError> {
  const { status, headers, body, hint, redact } = reply
  // If the explanation breaks off, the status says enough.
  const read = await readText(body, wire.settings.limits.errorBody, deadline).catch(() => ({ text: '' }))
  deadline.check()
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), wire.environment.now())
  const refused = [401, 404, 429].includes(status) || (status === 503 && retryAfterMs !== undefined)
  const options = { retryable: [408, 425, 429, 500, 502, 503, 504].includes(status), status, retryAfterMs }
  const [message] = parseMessages(read.text, () => {})
  if (message && 'error' in message) {
    // The server could not even begin: a header, a capability or the revision was wrong.
    const { code } = message.error
    const delivery = refused || (status === 400 && code <= -32020 && code >= -32022) ? 'not-executed' : 'answered'
    // Some servers repeat what they were sent.
    const [shown] = parseMessages(redactStrings(read.text, redact), () => {})
    const { error } = shown as typeof message
    return new RpcError(rpc, error, { ...options, hint, delivery })
  }
  return new HttpError(`Expected an answer to ${rpc} from ${wire.address}, got status ${status}${hint}`, {
    ...options,
    delivery: refused ? 'not-executed' : 'unknown',
    headers,
    bodyHead: redact(read.text).slice(0, 300),
  })
}

/** In strings only, so that it stays JSON; as text, since no depth can harm that. */
function redactStrings(json: string, redact: Reply['redact']): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => JSON.stringify(redact(JSON.parse(literal))))
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(value: string | null, now: number): number | undefined {
  const ms = /^\d+$/.test(value ?? '') ? Number(value) * 1000 : Date.parse(value ?? '') - now
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}
