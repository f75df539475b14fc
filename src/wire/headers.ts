/** Headers out: the user's and ours in one record. Headers shown: only what cannot hold a secret. */
import type { Settings } from '../options.ts'

/** Asks for the user's headers. Ours are added later and win, since the protocol depends on them. */
export function createUserHeaders({ headers }: Settings): () => Promise<Record<string, string>> {
  if (typeof headers === 'function') return async () => toRecord(await headers('request'))
  const fixed = toRecord(headers)
  return async () => fixed
}

function toRecord(headers: HeadersInit | undefined): Record<string, string> {
  const record: Record<string, string> = {}
  new Headers(headers).forEach((value, name) => {
    record[name] = value
  })
  return record
}

/** Names whose values are safe to show. Any other header may hold a key, whatever its name. */
const plain =
  /^(accept|content-(type|length|encoding)|mcp-(protocol-version|method)|last-event-id|retry-after|date|allow)$/

export function redactHeaders(headers: Headers | Record<string, string>): Record<string, string> {
  const shown = toRecord(headers)
  for (const name in shown) if (!plain.test(name)) shown[name] = '[redacted]'
  return shown
}

/** An address without what may be secret in it: user, password, the values of its query. */
export function redactUrl(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const names = [...new Set(searchParams.keys())]
  return origin + pathname + (names.length ? `?${names.map((name) => `${name}=[redacted]`).join('&')}` : '')
}
