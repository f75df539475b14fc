/** Errors of `fetch`: which of them the network caused, and what they say about it. Runtimes agree on neither. */
import { isMcpError } from '../errors.ts'

interface RuntimeError {
  name?: string
  message?: string
  code?: unknown
  cause?: unknown
  errors?: unknown[]
}

/** System codes. */
const NETWORK_CODE = /^(E(CONN|AI|NOT|HOST|NET|PIPE|PROTO|TIME)|UND_ERR|Connection)|CERT/

/** Errors without a code: of browsers, of libraries, and of workerd, which has only a text. */
const NETWORK_ERROR = /^(Network|Fetch)Error|^Error (Network conn|internal error; ref)/

/** How the messages of network failures begin: Chromium, Firefox, Safari, Node, Deno, Bun, workerd, React Native. */
const NETWORK_MESSAGE =
  /^\W*(network (error|request failed|connection lost)|failed to (fetch|connect)|networkerror when|the internet connection|load failed|fetch failed|terminated|error sending request|client error|unable to connect|a network error)/i

/** `fetch` throws a TypeError, but so do engines for a mistake in the code of the caller. Other words are of the network. */
const MISTAKE =
  /\bis not (an? |iterable)|^(cannot|can't) (read|set|access|destructure|convert|use)|\bis (undefined|null)$|destructured|^failed to (execute|construct|parse)|\binvalid url/i

/** False for an error that has nothing to do with the network, such as a mistake in the `fetch` of the caller. */
export function isNetworkFailure(error: unknown): boolean {
  const { name, message, code, cause } = (error ?? { name: 'NetworkError' }) as RuntimeError
  if (isMcpError(error)) return false
  if (name === 'TypeError') return NETWORK_MESSAGE.test(`${message}`) || !MISTAKE.test(`${message}`)
  return (
    NETWORK_ERROR.test(`${name} ${message}`) || NETWORK_CODE.test(`${code}`) || (!!cause && isNetworkFailure(cause))
  )
}

/** The error that explains most: the TypeError of `fetch` in Node only wraps it. */
export function innermostCause(error: unknown): unknown {
  const { name, cause, errors } = (error ?? {}) as RuntimeError
  const inner = errors?.[0] ?? (name === 'TypeError' && cause)
  return inner ? innermostCause(inner) : error
}

/** The words of the error, to end a message with. */
export function describeCause(error: unknown): string {
  const { message, code = '' } = (error ?? {}) as RuntimeError
  if (!message) return ''
  return `: ${message}${typeof code === 'string' && !message.includes(code) ? ` (${code})` : ''}`
}

/** Whether the runtime proves that no connection was made. Node, Bun and Deno do; browsers and workerd do not. */
export function wasNeverSent(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as RuntimeError
  // Deno has no error code, but this phrase, which cannot be part of a URL.
  const isProven =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(`${code}`) || `${message}`.includes(': client error (Connect):')
  return isProven || (!!cause && wasNeverSent(cause))
}
