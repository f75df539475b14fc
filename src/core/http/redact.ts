/** Redaction: what errors and events may show of headers, URLs and texts of the server, without secrets. */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import type { Fetch } from '../fetch.ts'
import { createSecrets } from '../util/secrets.ts'
import { parseMessages } from '../validation/json-rpc.ts'

const REDACTED = '[redacted]'

/** Headers that cannot contain a secret. Any other may contain a key, whatever its name. */
const SAFE = /^(accept|content-(type|length)|mcp-(protocol-version|method)|last-event-id|retry-after|date)$/

/** Knows the secrets that one client has sent, since servers repeat what they were sent. */
export interface Redactor {
  /** Called with each request. */
  recordSent(url: string, headers: Record<string, string>): void
  /** A text of the server without the secrets. */
  redact(text: string): string
  /** A redacted JSON value; undefined if it is too deep, or if a number in it is the same as a secret. */
  redactJson<T>(value: T): T | undefined
  /** The messages of a body or event, with redacted error messages. Data and results belong to the application. */
  parseMessages(...args: Parameters<typeof parseMessages>): JsonRpcMessage[]
}

export function createRedactor(fetch: Fetch): Redactor {
  const { addNamed, redact } = createSecrets()
  const redactor: Redactor = {
    recordSent(url, headers) {
      for (const name in headers) addNamed(headers[name]!, name)
      if (url.includes('?')) new URL(url).searchParams.forEach(addNamed)
    },
    redact(text) {
      const redacted = redact(text)
      return fetch.redact?.(redacted) ?? redacted
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
        if (!('method' in message) && 'error' in message) message.error.message = redactor.redact(message.error.message)
      }
      return messages
    },
  }
  return redactor
}

export function redactHeaders(headers: Headers | Record<string, string>): Record<string, string> {
  const record: Record<string, string> = {}
  new Headers(headers).forEach((value, name) => {
    record[name] = SAFE.test(name) ? value : REDACTED
  })
  return record
}

/** The URL without its query, which may contain a key. */
export function redactUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + (search && `?${REDACTED}`)
}
