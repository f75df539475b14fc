/** A response body whose bytes and end are observed, and that can be written to or ended from outside. */
import { SCRIPTED_FAULT } from './scripted-fault.ts'

export type BodyEnding = 'closed' | 'client-left' | 'fault'

export interface ObservedBody {
  body: ReadableStream<Uint8Array>
  /** Inserts bytes between two chunks of the source. */
  write(bytes: Uint8Array): void
  /** Ends the body cleanly; the source is cancelled. */
  close(): void
  /** Breaks the body off, so that the client sees a network error. */
  fault(): void
  /** For a client that left without cancelling the stream. */
  disconnect(reason: unknown): void
  /** Aborts when the body has ended. */
  signal: AbortSignal
}

export interface BodyObserver {
  onBytes?(bytes: Uint8Array): void
  onEnd?(ending: BodyEnding): void
}

export function observeBody(source: ReadableStream<Uint8Array>, { onBytes, onEnd }: BodyObserver = {}): ObservedBody {
  const reader = source.getReader()
  const ended = new AbortController()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let pendingFault: { reason: unknown } | undefined
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
    // Without a buffer here, the source sees the client's own back pressure.
    { highWaterMark: 0 },
  )
  // A fault of the source counts even when the client has stopped reading. While a read is pending, `pull` handles it.
  reader.closed.catch((error: unknown) => {
    if (!isReading) breakOff('fault', error)
  })
  return {
    body,
    write,
    close,
    fault: () => breakOff('fault', new Error(SCRIPTED_FAULT)),
    disconnect: (reason) => breakOff('client-left', reason),
    signal: ended.signal,
  }

  async function pull(): Promise<void> {
    isReading = true
    const { done, value } = await reader.read().catch((error: unknown) => {
      breakOff('fault', error)
      return { done: true, value: undefined }
    })
    isReading = false
    if (pendingFault && stream.desiredSize === 0) stream.error(pendingFault.reason)
    else if (value) write(value)
    else if (done && end('closed')) stream.close()
  }

  function write(bytes: Uint8Array): void {
    if (ended.signal.aborted) return
    onBytes?.(bytes)
    stream.enqueue(bytes)
  }

  function close(): void {
    if (!end('closed')) return
    stream.close()
    stopReading('closed')
  }

  function breakOff(ending: BodyEnding, reason: unknown): void {
    if (!end(ending)) return
    // `error()` drops queued chunks, so a fault waits until the client has read them.
    if (ending === 'fault' && stream.desiredSize !== 0) pendingFault = { reason }
    else stream.error(reason)
    stopReading(reason)
  }

  function stopReading(reason: unknown): void {
    reader.cancel(reason).catch(() => {})
  }

  function end(ending: BodyEnding): boolean {
    if (ended.signal.aborted) return false
    ended.abort()
    onEnd?.(ending)
    return true
  }
}
