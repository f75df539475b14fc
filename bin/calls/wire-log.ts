/** Shows the wire on stderr, as the inspector lists it: each message by its method or what it answers, its id, a summary. */
import type { Fetch } from 'mcp-over-fetch'
import { isObject } from '../../src/core/util/is-object.ts'
import { dim, type Output } from '../command/output.ts'

/** Characters of a message that are shown. */
const MAX = 2_000
/** Requests whose answers may still come. */
const MAX_PENDING = 1_000

export function createWireLog(
  output: Output,
  inner: Fetch = (url, init) => globalThis.fetch(url, init as RequestInit),
): Fetch {
  let lastNumber = 0
  /** The methods of requests by their direction and id. */
  const pending = new Map<string, string>()

  return async (url, init) => {
    const number = ++lastNumber
    const { origin, pathname, searchParams } = new URL(url)
    const headers = new Headers(init.headers as HeadersInit)
    headers.forEach(output.hideNamed)
    searchParams.forEach(output.hideNamed)
    const line = (arrow: string, text: string) => output.remark(dim(`${arrow} ${number} ${shorten(text)}`))
    const show = (arrow: string, text: string) => {
      for (const message of describeMessages(text, arrow, pending)) line(arrow, message)
    }
    const isForm = String(headers.get('content-type')).includes('form')
    line('→', `${init.method} ${origin}${pathname}`)
    if (typeof init.body === 'string') {
      if (isForm) line('→', '(a form, which may hold secrets)')
      else show('→', init.body)
    }
    const started = performance.now()
    try {
      const response = await inner(url, init)
      const type = response.headers.get('content-type') ?? ''
      const session = response.headers.get('mcp-session-id')
      if (session !== null) output.hideNamed(session, 'mcp-session-id')
      line('←', `${response.status} ${type} ${Math.round(performance.now() - started)} ms`)
      if (!response.body || isForm) return response
      const own = response.body.pipeThrough(createObserver(type, (text) => show('←', text)))
      const { status, statusText, headers: received } = response
      return Object.defineProperty(new Response(own, { status, statusText, headers: received }), 'url', {
        value: response.url,
      })
    } catch (error) {
      line('←', `failed: ${(error as Error).message}`)
      throw error
    }
  }
}

/** One line per JSON-RPC message: `tools/call #3 {…}`, `result of tools/call #3 {…}`; other text as it is. */
export function describeMessages(text: string, arrow: string, pending: Map<string, string>): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [text]
  }
  return (Array.isArray(value) ? value : [value]).map((message) => {
    if (!isObject(message) || message.jsonrpc !== '2.0') return JSON.stringify(message)
    const { id, method, params, result, error } = message
    const [own, other] = arrow === '→' ? ['→', '←'] : ['←', '→']
    const label = id === undefined || id === null ? '' : ` #${String(id)}`
    if (typeof method === 'string') {
      if (label !== '') remember(pending, own + label, method)
      return `${method}${label} ${summarize(params)}`.trimEnd()
    }
    const of = pending.get(other + label)
    pending.delete(other + label)
    const what = error === undefined ? 'result' : 'error'
    return `${what}${of === undefined ? '' : ` of ${of}`}${label} ${summarize(error ?? result)}`.trimEnd()
  })
}

function remember(pending: Map<string, string>, key: string, method: string): void {
  pending.set(key, method)
  for (const oldest of pending.keys()) if (pending.size > MAX_PENDING) pending.delete(oldest)
}

const summarize = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))

const shorten = (text: string): string =>
  text.length > MAX ? `${text.slice(0, MAX)}… (${text.length} characters)` : text

/** Passes all bytes on. Streams are shown message by message, other bodies as a whole. */
function createObserver(type: string, show: (text: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const isStream = type.startsWith('text/event-stream')
  let text = ''
  return new TransformStream({
    transform(chunk, controller) {
      text += decoder.decode(chunk, { stream: true })
      text = isStream ? showEvents(text, show) : text.slice(0, LONGEST)
      controller.enqueue(chunk)
    },
    flush() {
      if (!isStream && text.trim() !== '') show(text)
    },
  })
}

/** Characters of a body or an event that are read. */
const LONGEST = 100_000

/** Returns what does not yet end in a line break. */
function showEvents(text: string, show: (text: string) => void): string {
  const lines = text.split(/\r\n|\r|\n/)
  const rest = lines.pop() ?? ''
  for (const line of lines) if (/^data: ?\S/.test(line)) show(line.replace(/^data: ?/, ''))
  return rest.length > LONGEST ? '' : rest
}
