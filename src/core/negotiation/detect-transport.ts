/** Which transport a URL speaks of. */
import type { Transport } from '../options.ts'

/** Pure: an address whose last path segment is `sse` is taken for HTTP+SSE, unless told otherwise. */
export function detectTransport(url: string | URL, transport: Transport = 'auto'): 'streamable-http' | 'sse' {
  if (transport !== 'auto') return transport
  const segments = new URL(url, 'http://localhost').pathname.split('/').filter(Boolean)
  return segments.at(-1) === 'sse' ? 'sse' : 'streamable-http'
}
