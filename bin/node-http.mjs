/** Requests and responses of `node:http` as those of `fetch`. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing when it closes early, the signal of the request aborts
 */
export function toRequest(incoming, outgoing) {
  const { method = 'GET', url, headers: received } = incoming
  const controller = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || controller.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) headers.set(name, [value].flat().join(', '))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? /** @type {ReadableStream} */ (Readable.toWeb(incoming)) : null
  // Node needs `duplex` for a body that is a stream; the types do not know it.
  const init = { method, headers, body, duplex: 'half', signal: controller.signal }
  return new Request(`http://${received.host}${url}`, init)
}

/**
 * Sends the headers at once, and each chunk as it comes.
 *
 * @param {import('node:http').ServerResponse} outgoing
 * @param {Response} response
 */
export async function sendResponse(outgoing, { status, headers, body }) {
  outgoing.writeHead(status, Object.fromEntries(headers))
  outgoing.flushHeaders()
  if (!body) return void outgoing.end()
  await pipeline(Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (body)), outgoing)
}
