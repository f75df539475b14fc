/** A `fetch` that keeps a copy of the bodies it sends and receives. */
import type { Fetch } from 'mcp-over-fetch'
import type { Recorded } from './rows.ts'

/** Characters kept of each body. */
const MAX_RECORDED = 65_536

/** Calls `onRequest` for each request; the function that it returns is called when there is no response. */
export function createRecordingFetch(
  inner: Fetch,
  onRequest: (recorded: Recorded) => (outcome: 'cancelled' | 'failed') => void,
): Fetch {
  const recording: Fetch = async (url, init) => {
    const recorded: Recorded = { request: init.body?.slice(0, MAX_RECORDED), response: '', bytes: 0 }
    const onFailure = onRequest(recorded)
    try {
      const response = await inner(url, init)
      if (response.body) recordBody(response, response.body, recorded)
      return response
    } catch (error) {
      onFailure(init.signal.aborted ? 'cancelled' : 'failed')
      throw error
    }
  }
  // Properties of the inner fetch, such as its cache partition, are kept.
  return Object.assign(recording, { ...inner })
}

/** Records what is read. The stream stays the same object, so that cancelling and draining work as without recording. */
function recordBody(response: Response, body: ReadableStream<Uint8Array>, recorded: Recorded): void {
  const decoder = new TextDecoder()
  const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>
  // Engines may return a new wrapper object at each access of `body`.
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
          if (chunk.value) append(chunk.value)
          return chunk
        },
      })
      return reader
    },
  })

  function append(bytes: Uint8Array): void {
    recorded.bytes += bytes.length
    if (recorded.response.length < MAX_RECORDED)
      recorded.response += decoder.decode(bytes, { stream: true }).slice(0, MAX_RECORDED)
  }
}
