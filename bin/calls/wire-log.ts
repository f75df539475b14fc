/** Shows the wire on stderr: each JSON-RPC message with its direction, as the inspector lists them. */
import type { Fetch } from 'mcp-over-fetch'
import { dim, type Output } from '../command/output.ts'

/** Characters of a message that are shown. */
const MAX = 2_000

/** Reads a copy of what passes. Only the messages are shown; headers and queries may hold secrets. */
export function createWireLog(
  output: Output,
  inner: Fetch = (url, init) => globalThis.fetch(url, init as RequestInit),
): Fetch {
  let lastNumber = 0
  return async (url, init) => {
    const number = ++lastNumber
    const { origin, pathname } = new URL(url)
    const show = (arrow: string, text: string) =>
      output.note(
        dim(`${arrow} ${number} ${text.length > MAX ? `${text.slice(0, MAX)}… (${text.length} characters)` : text}`),
      )
    const isForm = String(new Headers(init.headers as HeadersInit).get('content-type')).includes('form')
    show('→', `${init.method} ${origin}${pathname}`)
    if (typeof init.body === 'string') show('→', isForm ? '(a form, which may hold secrets)' : init.body)
    const started = performance.now()
    try {
      const response = await inner(url, init)
      const type = response.headers.get('content-type') ?? ''
      show('←', `${response.status} ${type} ${Math.round(performance.now() - started)} ms`)
      if (!response.body || isForm) return response
      const own = response.body.pipeThrough(createObserver(type, (text) => show('←', text)))
      const { status, statusText, headers } = response
      return Object.defineProperty(new Response(own, { status, statusText, headers }), 'url', { value: response.url })
    } catch (error) {
      show('←', `failed: ${(error as Error).message}`)
      throw error
    }
  }
}

/** Passes all bytes on. Streams are shown message by message, other bodies as a whole. */
function createObserver(type: string, show: (text: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const isStream = type.startsWith('text/event-stream')
  let text = ''
  return new TransformStream({
    transform(chunk, controller) {
      text += decoder.decode(chunk, { stream: true })
      text = isStream ? showEvents(text, show) : text.slice(0, MAX * 2)
      controller.enqueue(chunk)
    },
    flush() {
      if (!isStream && text.trim() !== '') show(text)
    },
  })
}

/** Returns what does not yet end in a line break. */
function showEvents(text: string, show: (text: string) => void): string {
  const lines = text.split(/\r\n|\r|\n/)
  const rest = lines.pop() ?? ''
  for (const line of lines) if (/^data: ?\S/.test(line)) show(line.replace(/^data: ?/, ''))
  return rest.length > 100_000 ? '' : rest
}
