/** Counts the HTTP requests of this process that have not ended, as the HTTP client of Node reports them. */
import diagnostics from 'node:diagnostics_channel'

interface Message {
  request: object & { origin?: string | URL }
}

const open = new Map<object, string>()

diagnostics.subscribe('undici:request:create', (message) => {
  const { request } = message as Message
  open.set(request, String(request.origin))
})
// A request ends by its last byte or by an error, also by that of an abort.
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  diagnostics.subscribe(end, (message) => open.delete((message as Message).request))
}

/** Requests to this origin whose response is still open. */
export function openRequests(url: string): number {
  const { origin } = new URL(url)
  return [...open.values()].filter((value) => value === origin).length
}
