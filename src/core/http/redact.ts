/** Redaction: what errors and events may show of headers, URLs and texts of the server, without secrets. */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import type { Fetch } from '../fetch.ts'
import { parseMessages } from '../validation/json-rpc.ts'
import { BODY_HEADERS } from './user-headers.ts'

const REDACTED = '[redacted]'

/** Headers that cannot contain a secret. Any other may contain a key, whatever its name. */
const SAFE = /^(accept|content-(type|length)|mcp-(protocol-version|method)|last-event-id|retry-after|date)$/

/** API versions are dates, and so are protocol versions, which must stay readable. */
const DATE = /^\d{4}-\d\d-\d\d$/

/** Knows the secrets that one client has sent, since servers repeat what they were sent. */
export interface Redactor {
  /** Called with each request. */
  recordSent(url: string, headers: Record<string, string>): void
  /** A text of the server without the secrets. */
  redact(text: string): string
  /** A redacted JSON value; undefined if it is too deep, or if a number in it is the same as a secret. */
  redactJson<T>(value: T): T | undefined
  /** The messages of a body or event, with redacted errors. Results belong to the application and stay as they are. */
  parseMessages(...args: Parameters<typeof parseMessages>): JsonRpcMessage[]
}

export function createRedactor(fetch: Fetch): Redactor {
  /** Values that are remembered; a header may have another value in each request. */
  const maxSecrets = 100
  /** Shorter values are no keys, but words that any text may contain. They are not redacted. */
  const minKeyLength = 8
  const secrets = new Set<string>()
  const redactor: Redactor = {
    recordSent(url, headers) {
      for (const name in headers) {
        if (SAFE.test(name) || BODY_HEADERS.test(name)) continue
        const value = headers[name]!
        remember(value)
        // The credentials without their scheme.
        remember(value.replace(/^\S+ +/, ''))
      }
      if (url.includes('?')) new URL(url).searchParams.forEach(remember)
    },
    redact(text) {
      // The longest first, since a secret may contain another.
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length)
      for (const secret of longestFirst) text = text.replaceAll(secret, REDACTED)
      return fetch.redact?.(text) ?? text
    },
    redactJson(value) {
      try {
        const json = JSON.stringify(value)
        const redacted = redactor.redact(json)
        return redacted === json ? value : JSON.parse(redacted)
      } catch {
        return undefined
      }
    },
    parseMessages(text, reject, messages = []) {
      let at = messages.length
      parseMessages(text, reject, messages)
      for (; at < messages.length; at++) {
        const message = messages[at]!
        if (!('error' in message)) continue
        const { code, message: words } = message.error
        message.error = redactor.redactJson(message.error) ?? { code, message: redactor.redact(words) }
      }
      return messages
    },
  }
  return redactor

  function remember(value: string): void {
    if (value.length < minKeyLength || DATE.test(value)) return
    // Most requests repeat the values of the one before. A value that was evicted is added again with its next request.
    if (secrets.has(value) && secrets.size < maxSecrets) return
    // As it is, as JSON has it, and as a URL has it. The last used are kept.
    for (const secret of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
      secrets.delete(secret)
      secrets.add(secret)
    }
    for (const oldest of secrets) if (secrets.size > maxSecrets) secrets.delete(oldest)
  }
}

export function redactHeaders(headers: Headers | Record<string, string>): Record<string, string> {
  const record: Record<string, string> = {}
  new Headers(headers).forEach((value, name) => {
    record[name] = SAFE.test(name) ? value : REDACTED
  })
  return record
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
