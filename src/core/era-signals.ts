/** What refusals tell of the revision that a server speaks. */

export const HEADER_MISMATCH = -32020
export const MISSING_CAPABILITY = -32021
export const UNSUPPORTED_VERSION = -32022
export const UNKNOWN_METHOD = -32601

interface Refusal {
  status?: number
  rpcCode?: number
}

/** Whether a status can mean that the server does not know this kind of request. */
export function isRefusal(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as Refusal
  return status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
}

/** Invalid request, or unknown method: what a server says to a kind of request that it does not know. */
export function isUnknownRequest(code: number): boolean {
  return code === -32600 || code === UNKNOWN_METHOD
}

/** What only a server of 2026-07-28 answers. */
export function isModernRefusal(error: unknown): boolean {
  const { status, rpcCode = 0 } = (error ?? {}) as Refusal
  if (status === 404) return rpcCode === UNKNOWN_METHOD
  return rpcCode <= HEADER_MISMATCH && rpcCode >= UNSUPPORTED_VERSION
}

/** The revisions that a refusal names. */
export function supportedBy(error: unknown): string[] | undefined {
  const { supported } = ((error as { data?: unknown } | null)?.data ?? {}) as { supported?: unknown }
  if (!Array.isArray(supported)) return undefined
  // Dates; what is longer is no revision.
  return supported.filter((version) => typeof version === 'string' && version.length <= 30).slice(0, 100)
}
