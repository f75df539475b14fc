/** Guesses the transport from a URL. */
import type { TransportKind } from '../../types/lifecycle.ts'
import type { TransportOption } from '../options.ts'

/** `sse` for a URL whose last path segment is `sse`, unless `transport` says otherwise. Sends nothing. */
export function detectTransport(url: string | URL, transport: TransportOption = 'auto'): TransportKind {
  if (transport !== 'auto') return transport
  const segments = new URL(url, 'http://localhost').pathname.split('/').filter(Boolean)
  return segments.at(-1) === 'sse' ? 'sse' : 'streamable-http'
}
