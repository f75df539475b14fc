/** Guesses the transport from a URL. */
import type { TransportKind } from '../../types/lifecycle.ts'
import type { TransportOption } from '../options.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { parseUrl } from '../util/parse-url.ts'

/** `sse` for a URL whose last path segment is `sse`, unless `transport` says otherwise. Sends nothing. */
export function detectTransport(url: string | URL, transport: TransportOption = 'auto'): TransportKind {
  if (transport !== 'auto') return transport
  const parsed = parseUrl(url, 'http://localhost')
  // Without the text itself, which may contain a secret.
  if (!parsed) throw invalidArgument('detectTransport: expected a URL, got another text')
  return parsed.pathname.split('/').filter(Boolean).at(-1) === 'sse' ? 'sse' : 'streamable-http'
}
