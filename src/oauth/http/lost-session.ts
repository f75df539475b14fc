/** A 401 that is not about the token: some servers answer so to a session that they have lost. */
import { openBody, readText } from '../../core/util/body.ts'
import { withDeadline } from '../../core/util/deadline.ts'
import type { Environment } from '../../core/util/environment.ts'
import { LOST_SESSION } from '../../core/util/lost-session-words.ts'

/** Milliseconds until the end of the body. */
const TIMEOUT = 1_000

const MAX_BYTES = 4_096

/** Reads the body. Returns the response again if it says that the session is lost, which the client can replace. */
export async function findLostSession(
  environment: Environment,
  response: Response,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response | undefined> {
  // A challenge is about the token. So is what was sent without a session, such as the handshake of the next one.
  if (response.headers.has('www-authenticate') || !new Headers(headers).has('mcp-session-id')) return undefined
  const body = openBody(response)
  const limits = { what: '401', total: TIMEOUT, signals: [signal] }
  const read = withDeadline(environment, limits, (deadline) => readText(body, MAX_BYTES, deadline))
  const { text } = await read.catch(() => ({ text: '' }))
  body.cancel()
  signal.throwIfAborted()
  const { status } = response
  return LOST_SESSION.test(text) ? new Response(text, { status, headers: response.headers }) : undefined
}
