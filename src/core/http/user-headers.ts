/** The headers that the application adds to every request. */
import type { Settings } from '../resolve-options.ts'

type HeaderRecord = Record<string, string>

/** These repeat the message body, so the application cannot set them. */
export const BODY_HEADERS: RegExp = /^mcp-(method|name|param-.*)$/

export interface UserHeaders {
  /** Undefined if a function provides the headers. */
  readonly fixed: HeaderRecord | undefined
  /** Calls that function: before each request, and again after a 401. */
  ask(reason: 'request' | 'unauthorized'): Promise<HeaderRecord>
  /** Must be called with the headers of each request that is sent. */
  recordSent(headers: HeaderRecord): void
  /** The headers of the last request, as JSON; empty before the first. Any of them may be a credential. */
  readonly sent: string
  /** How often a request had other headers than the one before. */
  readonly changes: number
}

export function createUserHeaders({ headers }: Settings): UserHeaders {
  const fixed = typeof headers === 'function' ? undefined : toUserHeaders(headers)
  let sent = ''
  let changes = 0
  return {
    fixed,
    ask: async (reason) => toUserHeaders(typeof headers === 'function' ? await headers(reason) : headers),
    recordSent(headers) {
      const text = JSON.stringify(headers)
      if (sent && sent !== text) changes++
      sent = text
    },
    get sent() {
      return sent
    },
    get changes() {
      return changes
    },
  }
}

function toUserHeaders(headers: HeadersInit | undefined): HeaderRecord {
  const record: HeaderRecord = {}
  const valid = new Headers()
  const entries = headers instanceof Headers || Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  for (const [name, value] of entries) {
    try {
      valid.append(name!, value!)
    } catch {
      // The error of the runtime repeats the value, which may be a secret.
      throw new TypeError(`headers: ${name} has characters that a header cannot have`)
    }
  }
  valid.forEach((value, name) => {
    if (!BODY_HEADERS.test(name)) record[name] = value
  })
  return record
}
