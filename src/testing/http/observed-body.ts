/** A response body with somebody in between, who sees every byte and the end, and may add to it or end it himself. */
import { FAULT } from '../sse/sse-connection.ts'

export type Ending = 'closed' | 'client-left' | 'fault'

export interface Tap {
  body: ReadableStream<Uint8Array>
  /** Adds bytes between two chunks of the source. */
  add(bytes: Uint8Array): void
  /** Ends the body cleanly; the source is cancelled. */
  close(): void
  fault(): void
  /** The reader has gone, although the stream was not cancelled. */
  leave(reason: unknown): void
  /** Aborts when the body has ended. */
  signal: AbortSignal
}

export interface TapListener {
  onBytes?(bytes: Uint8Array): void
  onEnd?(ending: Ending): void
}

export function createTap(source: ReadableStream<Uint8Array>, { onBytes, onEnd }: TapListener = {}): Tap {
  const reader = source.getReader()
  const ended = new AbortController()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let broken: { reason: unknown } | undefined
  let isReading = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull,
      cancel(reason) {
        if (end('client-left')) stopReading(reason)
      },
    },
    // What the client did not ask for stays with the source, so that its back pressure is the client's.
    { highWaterMark: 0 },
  )
  // A client that stopped reading must not hide that the source broke; one that reads learns it in due order.
  reader.closed.catch((error: unknown) => {
    if (!isReading) breakOff('fault', error)
  })
  return { body, add, close, fault: () => breakOff('fault', new Error(FAULT)), leave, signal: ended.signal }

  async function pull(): Promise<void> {
    isReading = true
    const { done, value } = await reader.read().catch((error: unknown) => {
      breakOff('fault', error)
      return { done: true, value: undefined }
    })
    isReading = false
    if (broken && stream.desiredSize === 0) stream.error(broken.reason)
    else if (value) add(value)
    else if (done && end('closed')) stream.close()
  }

  function add(bytes: Uint8Array): void {
    if (ended.signal.aborted) return
    onBytes?.(bytes)
    stream.enqueue(bytes)
  }

  function close(): void {
    if (!end('closed')) return
    stream.close()
    stopReading('closed')
  }

  function leave(reason: unknown): void {
    breakOff('client-left', reason)
  }

  function breakOff(ending: Ending, reason: unknown): void {
    if (!end(ending)) return
    // An error overtakes what is still queued, so it waits until the client has taken that.
    if (ending === 'fault' && stream.desiredSize !== 0) broken = { reason }
    else stream.error(reason)
    stopReading(reason)
  }

  function stopReading(reason: unknown): void {
    reader.cancel(reason).catch(() => {})
  }

  function end(ending: Ending): boolean {
    if (ended.signal.aborted) return false
    ended.abort()
    onEnd?.(ending)
    return true
  }
}
