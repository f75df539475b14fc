/** Keeps a copy of what a `fetch` sends and receives, without touching how it is read. */
import type { Fetch } from 'mcp-over-fetch'
import type { Recorded } from './rows.ts'

/** Characters kept of one body. */
const KEPT = 65_536

/** `begin` is told of each request as it leaves; what it gives back is told if no response comes. */
export function recordingFetch(
  inner: Fetch,
  begin: (recorded: Recorded) => (how: 'cancelled' | 'failed') => void,
): Fetch {
  const recording: Fetch = async (url, init) => {
    const recorded: Recorded = { request: init.body?.slice(0, KEPT), response: '', bytes: 0 }
    const fail = begin(recorded)
    try {
      const response = await inner(url, init)
      if (response.body) watch(response, response.body, recorded)
      return response
    } catch (error) {
      fail(init.signal.aborted ? 'cancelled' : 'failed')
      throw error
    }
  }
  // What a fetch carries besides goes along: whose answers it gives, for instance.
  return Object.assign(recording, { ...inner })
}

/** The very stream is handed on: only its reader is looked over the shoulder. */
function watch(response: Response, body: ReadableStream<Uint8Array>, recorded: Recorded): void {
  const decoder = new TextDecoder()
  const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>
  // Engines may make a new wrapper at each access.
  Object.defineProperty(response, 'body', { value: body, configurable: true })
  Object.defineProperty(body, 'getReader', {
    configurable: true,
    value: () => {
      const reader = getReader()
      const read = reader.read.bind(reader)
      Object.defineProperty(reader, 'read', {
        configurable: true,
        value: async () => {
          const chunk = await read()
          if (chunk.value) note(chunk.value)
          return chunk
        },
      })
      return reader
    },
  })

  function note(bytes: Uint8Array): void {
    recorded.bytes += bytes.length
    if (recorded.response.length < KEPT) recorded.response += decoder.decode(bytes, { stream: true }).slice(0, KEPT)
  }
}
