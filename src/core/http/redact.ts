/** Redaction: headers, URLs and texts of the server as events and errors may show them, without secrets. */
import { BODY_HEADERS } from './user-headers.ts'

const REDACTED = '[redacted]'

/** Headers that cannot contain a secret. Any other may contain a key, whatever its name. */
const SAFE = /^(accept|content-(type|length)|mcp-(protocol-version|method)|last-event-id|retry-after|date)$/

export function redactHeaders(headers: Headers | Record<string, string>): Record<string, string> {
  const record: Record<string, string> = {}
  new Headers(headers).forEach((value, name) => {
    record[name] = SAFE.test(name) ? value : REDACTED
  })
  return record
}

/** Shorter values are no keys, but words that any text may contain. They are not redacted. */
const MIN_KEY_LENGTH = 8

/** API versions are dates, and so are protocol versions, which must stay readable. */
const DATE = /^\d{4}-\d\d-\d\d$/

/** Removes the values of these request headers that may be secrets from a text of the server. */
export function redactValues(text: string, headers: Record<string, string>): string {
  const redacted = redactHeaders(headers)
  for (const name in redacted) {
    const value = headers[name]!
    const isHarmless = value.length < MIN_KEY_LENGTH || DATE.test(value) || BODY_HEADERS.test(name)
    if (redacted[name] !== value && !isHarmless) text = text.replaceAll(value, REDACTED)
  }
  return text
}

/** Redacts only in strings, so that the text stays JSON. It is not parsed, since deep nesting could exhaust the stack. */
export function redactJsonStrings(json: string, redact: (text: string) => string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => JSON.stringify(redact(JSON.parse(literal))))
}

/** Removes the query of the URL from an error of `fetch`: Deno and Bun name the URL in their messages. */
export function redactCause(cause: unknown, url: string): unknown {
  const inner = (cause as Error | undefined)?.cause
  const text = `${cause} ${inner ?? ''} ${(cause as { path?: string } | undefined)?.path ?? ''}`
  if (!text.includes(url) || url === redactUrl(url)) return cause
  return new Error(`${cause} ${inner ?? ''}`.replaceAll(url, redactUrl(url)))
}

/** The URL without its query, which may contain a key. */
export function redactUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + (search && `?${REDACTED}`)
}
