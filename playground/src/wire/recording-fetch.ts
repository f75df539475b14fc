/** A `fetch` that keeps a copy of what it sends and receives, in memory only. */
import type { Fetch } from 'mcp-over-fetch'
import { createMessageLog, type Message } from './messages.ts'
import type { Recorded } from './rows.ts'

/** Characters kept of each response body. */
const MAX_RESPONSE = 65_536
/** Characters kept of each request body: a copied command needs the whole. */
const MAX_REQUEST = 1_048_576

export interface Observer {
  onMessage(message: Message): void
  /** There is no response. */
  onFailure(outcome: 'cancelled' | 'failed'): void
}

/** Calls `onRequest` for each request; what it returns is told how the request goes on. */
export function createRecordingFetch(
  inner: Fetch,
  onRequest: (recorded: Recorded, signal: AbortSignal) => Observer,
): Fetch {
  const recording: Fetch = async (url, init) => {
    const recorded: Recorded = {
      url,
      sentHeaders: { ...init.headers },
      receivedHeaders: {},
      request: init.body?.slice(0, MAX_REQUEST),
      response: '',
      bytes: 0,
      messages: [],
      messageCount: 0,
    }
    const observer = onRequest(recorded, init.signal)
    try {
      const response = await inner(url, init)
      recorded.receivedHeaders = Object.fromEntries(response.headers)
      if (response.body) recordBody(response, response.body, recorded, observer.onMessage)
      return response
    } catch (error) {
      observer.onFailure(init.signal.aborted ? 'cancelled' : 'failed')
      throw error
    }
  }
  // Properties of the inner fetch, such as its cache partition, are kept.
  return Object.assign(recording, { ...inner })
}

/** Records what is read. The stream stays the same object, so that cancelling and draining work as without recording. */
function recordBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  recorded: Recorded,
  onMessage: Observer['onMessage'],
): void {
  const decoder = new TextDecoder()
  const isStream = recorded.receivedHeaders['content-type']?.startsWith('text/event-stream')
  const log = isStream ? createMessageLog(onMessage) : undefined
  if (log) recorded.messages = log.kept
  const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>
  // Engines may return a new wrapper object at each access of `body`.
  Object.defineProperty(response, 'body', { value: body, configurable: true })
  Object.defineProperty(body, 'getReader', {
    configurable: true,
    value: () => {
      const reader = getReader()
      const read = readInPieces(reader)
      Object.defineProperty(reader, 'read', {
        configurable: true,
        value: async () => {
          const chunk = await read()
          if (chunk.value) append(chunk.value)
          return chunk
        },
      })
      return reader
    },
  })

  function append(bytes: Uint8Array): void {
    recorded.bytes += bytes.length
    if (!log && recorded.response.length >= MAX_RESPONSE) return
    const text = decoder.decode(bytes, { stream: true })
    const room = MAX_RESPONSE - recorded.response.length
    if (room > 0) recorded.response += text.slice(0, room)
    if (!log) return
    log.append(text)
    recorded.messageCount = log.count()
  }
}

/** Thousands of messages may arrive at once: the page answers to its user between these many bytes. */
const PIECE = 16_384

type Read = ReadableStreamDefaultReader<Uint8Array>['read']

function readInPieces(reader: ReadableStreamDefaultReader<Uint8Array>): Read {
  const read: Read = reader.read.bind(reader)
  let rest: Uint8Array | undefined
  let sincePause = 0
  return async () => {
    if (!rest) {
      const chunk = await read()
      if (chunk.done) return chunk
      rest = chunk.value
    }
    if (sincePause >= PIECE) {
      sincePause = 0
      await nextTask()
    }
    const value = rest.subarray(0, PIECE)
    rest = rest.length > PIECE ? rest.subarray(PIECE) : undefined
    sincePause += value.length
    return { done: false, value }
  }
}

/** Unlike a timer, it does not wait, also in a tab in the background. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
