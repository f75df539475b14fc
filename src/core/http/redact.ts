/** Headers out: the user's and ours in one record. Headers shown: only what cannot hold a secret. */
import type { Settings } from '../options.ts'

/** They say what the body says. */
const REPEATED = /^mcp-(method|name|param-.*)$/

/** The user's headers, or how to ask for them. Ours are added later and win, since the protocol depends on them. */
export function userHeaders({
  headers,
}: Settings): Record<string, string> | ((why: 'request' | 'unauthorized') => Promise<Record<string, string>>) {
  return typeof headers === 'function' ? async (why) => toOwn(await headers(why)) : toOwn(headers)
}

/** Without those that repeat the body: only the body can tell them. */
function toOwn(headers: HeadersInit | undefined): Record<string, string> {
  const record = toRecord(headers)
  for (const name in record) if (REPEATED.test(name)) delete record[name]
  return record
}

function toRecord(headers: HeadersInit | undefined, show?: RegExp): Record<string, string> {
  const record: Record<string, string> = {}
  new Headers(headers).forEach((value, name) => {
    record[name] = !show || show.test(name) ? value : '[redacted]'
  })
  return record
}

/** Any header that is not known to be harmless may hold a key, whatever its name. */
export function redactHeaders(headers: Headers | Record<string, string>): Record<string, string> {
  return toRecord(
    headers,
    /^(accept|content-(type|length)|mcp-(protocol-version|method)|last-event-id|retry-after|date)$/,
  )
}

/** Shorter values are words that any text may have, and no keys. */
const SHORTEST_KEY = 8

/** Versions of APIs are dates, and so are revisions, which have to be understood. */
const DATE = /^\d{4}-\d\d-\d\d$/

/** Text without any value of these headers that may be a key. What repeats the body is none. */
export function redactValues(text: string, headers: Record<string, string>): string {
  const shown = redactHeaders(headers)
  for (const name in shown) {
    const value = headers[name]!
    const isWord = value.length < SHORTEST_KEY || DATE.test(value)
    const isKey = shown[name] !== value && !isWord && !REPEATED.test(name)
    if (isKey) text = text.replaceAll(value, '[redacted]')
  }
  return text
}

/** Deno and Bun put the address into their errors, and its query may hold a key. */
export function withoutQuery(cause: unknown, address: string): unknown {
  const inner = (cause as Error | undefined)?.cause
  const text = `${cause} ${inner ?? ''} ${(cause as { path?: string } | undefined)?.path ?? ''}`
  if (!text.includes(address) || address === redactUrl(address)) return cause
  return new Error(`${cause} ${inner ?? ''}`.replaceAll(address, redactUrl(address)))
}

/** An address without its query, which may hold a key. */
export function redactUrl(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return origin + pathname + (search && '?[redacted]')
}
