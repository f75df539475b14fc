/** Errors of `fetch`: which of them the network caused, and what they say about it. Runtimes agree on neither. */
import { isMcpError } from '../errors.ts'

interface RuntimeError {
  name?: string
  message?: string
  code?: unknown
  cause?: unknown
  errors?: unknown[]
}

/** System codes of sockets, of TLS and of Bun. */
const NETWORK_CODE =
  /^(E(CONN|AI_|NOTFOUND|HOST|NET|PIPE|PROTO|TIMEDOUT)|UND_ERR|ERR_(TLS|SSL|SOCKET|HTTP2)|\w*CERT|UNABLE_TO_|Connection|FailedToOpen)/

/** A TypeError is what `fetch` throws, unless an engine throws it for a mistake in the code of the caller. */
const MISTAKE =
  /is not (an?|iterable)\b|is (undefined|null)\b|of (undefined|null)\b|cannot (read|set|destructure|convert)|can't (access|convert)|failed to (execute|construct|parse)|invalid url/i

/** False for an error that the caller's own `fetch` threw, which is none of the network. */
export function isNetworkFailure(error: unknown): boolean {
  if (error === undefined || error === null) return true
  if (isMcpError(error)) return false
  const { name = '', message = '', code, cause } = error as RuntimeError
  if (name === 'TypeError') return !MISTAKE.test(message)
  // The message is that of workerd, which has neither a name nor a code for it.
  const isNamed =
    /^(NetworkError|FetchError)$/.test(name) || /^(network connection lost|internal error; ref)/i.test(message)
  return isNamed || NETWORK_CODE.test(`${code}`) || (!!cause && isNetworkFailure(cause))
}

/** The error that explains most: a TypeError of `fetch` only wraps it. */
export function innermostCause(error: unknown): unknown {
  const { name, cause, errors } = (error ?? {}) as RuntimeError
  const inner = (name === 'TypeError' || errors) && (cause ?? errors?.[0])
  return inner ? innermostCause(inner) : error
}

/** The words of the error for a message; empty if it has none. */
export function describeCause(error: unknown): string {
  const { message = '', code } = (error ?? {}) as RuntimeError
  // Deno repeats the URL.
  const words = message.replace(/^error sending request for url \(.*?\): /, '')
  return typeof code === 'string' && !words.includes(code) ? `${words} (${code})` : words
}

/** Whether the runtime proves that no connection was made. Node, Bun and Deno do; browsers and workerd do not. */
export function wasNeverSent(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as RuntimeError
  // Deno has no error code, but this phrase, which cannot be part of a URL.
  const isProven =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(`${code}`) || `${message}`.includes(': client error (Connect):')
  return isProven || (!!cause && wasNeverSent(cause))
}
