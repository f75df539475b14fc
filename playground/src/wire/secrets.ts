/** Secrets on one's own screen: hidden at first, shown by a button, never exported. */
import { signal } from '@preact/signals'
import type { Lane } from './rows.ts'

export const secretsShown = signal(false)

export const HIDDEN = 'hidden'

/** The client redacts every header of a response that it does not know; these never hold secrets. */
const PUBLIC =
  /^(access-control-.*|allow|cache-control|content-.*|date|etag|expires|last-modified|pragma|retry-after|server|vary|via|www-authenticate|mcp-protocol-version)$/

export interface ShownHeaders {
  request: Record<string, string>
  response: Record<string, string>
}

/** The headers of a request and its response; with `secrets` as they were sent. */
export function headersOf({ headers, responseHeaders = {}, recorded }: Lane, secrets: boolean): ShownHeaders {
  const { sentHeaders = {}, receivedHeaders = {} } = recorded ?? {}
  if (secrets) return { request: { ...headers, ...sentHeaders }, response: { ...responseHeaders, ...receivedHeaders } }
  return {
    // A token that the `fetch` adds is in no event.
    request: map({ ...map(sentHeaders, () => HIDDEN), ...headers }, (_, value) =>
      value === '[redacted]' ? HIDDEN : value,
    ),
    response: map({ ...receivedHeaders, ...responseHeaders }, (name, value) => {
      if (PUBLIC.test(name)) return receivedHeaders[name] ?? value
      return value === '[redacted]' || !(name in responseHeaders) ? HIDDEN : value
    }),
  }
}

function map(of: Record<string, string>, change: (name: string, value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(name, value)]))
}
