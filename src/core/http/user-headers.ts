/** The headers that the application adds to every request. */
import type { HeadersInput } from '../fetch.ts'
import type { Settings } from '../resolve-options.ts'
import { readHeaders } from '../util/read-headers.ts'
import { createSingleFlight, type SingleFlight } from '../util/single-flight.ts'

type HeaderRecord = Record<string, string>

/** These repeat the message body. */
export const BODY_HEADERS: RegExp = /^mcp-(method|name|param-.*)$/

/** The application cannot set these and the former: they belong to a session and a stream of this client. */
const OWN_HEADERS = /^(mcp-session-id|last-event-id)$/

export interface UserHeaders {
  /** Undefined if a function provides the headers. */
  readonly fixed: HeaderRecord | undefined
  /** Calls that function before a request, unless it was called for this call already. */
  ask(call?: number): Promise<HeaderRecord>
  /** Calls that function, and keeps the headers for the next request of this call. */
  askFor(call: number | undefined): Promise<HeaderRecord>
  /** The call sends no request. */
  forget(call: number | undefined): void
  /** How often `renew` got new headers. */
  readonly renewals: number
  /** Calls that function after a 401, once for all requests that were sent before it returned: `renewals` is from then. */
  renew(renewals: number): Promise<HeaderRecord>
  /** Must be called with the headers of each request that is sent. */
  recordSent(headers: HeaderRecord): void
  /** The headers of the last request, as JSON; empty before the first. Any of them may be a credential. */
  readonly sent: string
  /** How often a request had other headers than the one before. */
  readonly changes: number
}

export function createUserHeaders({ headers }: Settings): UserHeaders {
  const fixed = typeof headers === 'function' ? undefined : toUserHeaders(headers)
  let last: HeaderRecord | undefined
  let renewed: HeaderRecord
  let renewal: SingleFlight<HeaderRecord> | undefined
  let kept: Map<number | undefined, HeaderRecord> | undefined
  const ask = async (reason: 'request' | 'unauthorized') =>
    toUserHeaders(typeof headers === 'function' ? await headers(reason) : headers)
  const userHeaders = {
    fixed,
    renewals: 0,
    sent: '',
    changes: 0,
    ask(call?: number) {
      const headers = kept?.get(call)
      kept?.delete(call)
      return headers ? Promise.resolve(headers) : ask('request')
    },
    async askFor(call: number | undefined) {
      const headers = await ask('request')
      if (call === undefined) return headers
      kept ??= new Map()
      kept.set(call, headers)
      return headers
    },
    forget(call: number | undefined) {
      kept?.delete(call)
    },
    renew(seen: number) {
      if (seen < userHeaders.renewals) return Promise.resolve(renewed)
      renewal ??= createSingleFlight()
      return renewal.run(async () => {
        renewed = await ask('unauthorized')
        userHeaders.renewals++
        return renewed
      })
    },
    recordSent(headers: HeaderRecord) {
      if (headers === last) return
      last = headers
      const text = JSON.stringify(headers)
      if (userHeaders.sent && userHeaders.sent !== text) userHeaders.changes++
      userHeaders.sent = text
    },
  }
  return userHeaders
}

function toUserHeaders(headers: HeadersInput | undefined): HeaderRecord {
  const record: HeaderRecord = {}
  const given = readHeaders(headers)
  for (const name in given) {
    if (!BODY_HEADERS.test(name) && !OWN_HEADERS.test(name)) record[name] = given[name]!
  }
  return record
}
