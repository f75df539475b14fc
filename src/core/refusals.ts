/** Era signals: which era and which revisions a server supports, as its errors show. */
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  UNSUPPORTED_VERSION,
} from './error-codes.ts'

interface ServerError {
  status?: number
  rpcCode?: number
  /** The words of the server, if the response had a JSON-RPC error, or else its body. */
  rpcMessage?: string
  bodyPreview?: string
  delivery?: string
}

/** Statuses that depend on the authorization or on the moment, and say nothing about the kind of request. */
const UNRELATED = [401, 403, 408, 425, 429]

/** Whether the HTTP status can mean that the server does not support this kind of request. */
export function isRefusal(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as ServerError
  return status >= 400 && status < 500 && !UNRELATED.includes(status)
}

/** Whether a JSON-RPC error in a response with a successful status can mean that the server does not support the request. */
export function isUnknownRequest(error: unknown): boolean {
  const { status, rpcCode } = (error ?? {}) as ServerError
  return !status && (rpcCode === INVALID_REQUEST || rpcCode === METHOD_NOT_FOUND)
}

/** Whether only a server of the modern era answers with this error. */
export function isModernRefusal(error: unknown): boolean {
  const { status, rpcCode = 0 } = (error ?? {}) as ServerError
  if (status === 404) return rpcCode === METHOD_NOT_FOUND
  return rpcCode <= HEADER_MISMATCH && rpcCode >= UNSUPPORTED_VERSION
}

/** The versions that the error data lists as supported. */
export function supportedVersions(error: unknown): string[] | undefined {
  /** Versions are dates. Other text may repeat a secret. */
  const version = /^([a-z]+-)?\d{4}-[\w-]{1,20}$/i
  const { supported } = ((error as { data?: unknown } | null)?.data ?? {}) as { supported?: unknown }
  if (!Array.isArray(supported)) return undefined
  return supported.filter((text) => typeof text === 'string' && version.test(text)).slice(0, 100)
}

/** Whether the server refuses the version of a request but lists it as supported. Some do so once; a repeat works. */
export function contradictsItself(error: unknown, version: string): boolean {
  const { rpcCode } = (error ?? {}) as ServerError
  return rpcCode === UNSUPPORTED_VERSION && !!supportedVersions(error)?.includes(version)
}

/**
 * Whether a request that a server of the other era refused was not executed. A bare 400 alone does not say so: it may
 * follow the execution. But a server that refuses `server/discover`, which executes nothing, in the same words means the
 * era of both.
 */
export function wasNotExecuted(error: unknown, probeRefusal: unknown): boolean {
  const { delivery, rpcCode = 0 } = (error ?? {}) as ServerError
  if (delivery === 'not-executed' || (rpcCode >= INVALID_PARAMS && rpcCode <= INVALID_REQUEST)) return true
  return isRefusal(error) && wordsOf(error) === wordsOf(probeRefusal)
}

function wordsOf(error: unknown): string {
  const { status, rpcCode, rpcMessage, bodyPreview } = (error ?? {}) as ServerError
  return `${[status, rpcCode, rpcMessage, bodyPreview]}`
}
