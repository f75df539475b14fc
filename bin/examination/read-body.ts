/** Reads the body of a response while it comes: JSON as a whole, or a stream of events. */
import { createParser } from 'eventsource-parser'
import type { Exchange, Live } from './http.ts'
import { parseJson } from './parse-json.ts'

/** Characters that are kept of one body. */
const MAX_TEXT = 4_000_000

export function readBody(exchange: Exchange, response: Response, leaving: AbortController, onEnd: () => void): Live {
  const isStream = exchange.type === 'text/event-stream'
  const decoder = new TextDecoder()
  const waiting = new Set<() => void>()
  const reader = response.body?.getReader()
  let isOpen = reader !== undefined
  const parser = createParser({
    onEvent({ event = 'message', id, data }) {
      exchange.events.push({ event, id, data })
      if (event === 'message' && data !== '') readMessages(exchange, data)
      // Some servers send events of their own, or ping, instead of comments.
      if (event !== 'message' || data.includes('"method"')) sign()
    },
    onId: (id) => exchange.ids.push(id),
    onRetry: (milliseconds) => {
      exchange.retry = milliseconds
    },
    onComment: sign,
  })
  void pump()
  return { exchange, waitFor, close }

  async function pump(): Promise<void> {
    try {
      for (;;) {
        const chunk = await reader?.read()
        if (!chunk || chunk.done) break
        const text = decoder.decode(chunk.value, { stream: true })
        if (exchange.text.length < MAX_TEXT) exchange.text += text
        if (isStream) parser.feed(text)
        wake()
      }
      if (isOpen || !reader) exchange.end = 'ended'
      if (!isStream && !exchange.isDocument && exchange.text !== '') readMessages(exchange, exchange.text)
    } catch {
      if (isOpen) exchange.end = 'broken'
    }
    exchange.endMs = performance.now() - exchange.startedAt
    isOpen = false
    onEnd()
    wake()
  }

  function sign(): void {
    exchange.signs.push(performance.now() - exchange.startedAt)
  }

  function wake(): void {
    for (const look of waiting) look()
  }

  function waitFor(test: () => boolean, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      const look = () => {
        if (test() || !isOpen) done()
      }
      function done(): void {
        clearTimeout(timer)
        waiting.delete(look)
        resolve(test())
      }
      waiting.add(look)
      look()
    })
  }

  function close(): void {
    if (!isOpen) return
    isOpen = false
    leaving.abort()
    reader?.cancel().catch(() => {})
  }
}

function readMessages(exchange: Exchange, text: string): void {
  const value = parseJson(text)
  for (const message of Array.isArray(value) ? value : [value]) {
    if (typeof message === 'object' && message !== null && 'jsonrpc' in message) {
      exchange.messages.push(message as Record<string, unknown>)
    } else exchange.garbage.push(text.slice(0, 200))
  }
}
