/** One SSE response while it is open: events are written to it, and a signal reports its end. */
import { SCRIPTED_FAULT } from '../http/scripted-fault.ts'
import { encodeEvent, type LineEnd, type SseEvent } from './encode.ts'

export interface SseConnection {
  body: ReadableStream<Uint8Array>
  /** Resolves when there is room for more, or when the response has ended. Keeps the order of calls. */
  send(event: SseEvent): Promise<void>
  write(text: string): Promise<void>
  lineEnd: LineEnd
  /** Ends the response; without effect on one that has ended. */
  close(): void
  /** Breaks the response off, so that the client sees an error. */
  fault(): void
  /** Aborts when the response has ended, from either side. */
  signal: AbortSignal
}

/** Unread bytes from which on a write waits for the client. */
const HIGH_WATER_MARK = 65_536

export function createSseConnection({
  lineEnd = '\n',
  split = Infinity,
}: {
  lineEnd?: LineEnd
  /** Sends chunks of at most this many bytes. */
  split?: number
} = {}): SseConnection {
  const ended = new AbortController()
  const encoder = new TextEncoder()
  const queue: Uint8Array[] = []
  let queuedBytes = 0
  let waitingWrites: (() => void)[] = []
  let isPulled = false
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull() {
        isPulled = true
        flush()
      },
      cancel() {
        queue.length = 0
        end()
      },
    },
    // The queue is kept here, because an error would drop the chunks in the stream's own queue.
    { highWaterMark: 0 },
  )
  return {
    body,
    send: (event) => write(encodeEvent(event, lineEnd)),
    write,
    lineEnd,
    close: () => end(() => stream.close()),
    fault: () => end(() => stream.error(new Error(SCRIPTED_FAULT))),
    signal: ended.signal,
  }

  async function write(text: string): Promise<void> {
    if (ended.signal.aborted || text === '') return
    const bytes = encoder.encode(text)
    const size = Math.min(split, bytes.length)
    for (let start = 0; start < bytes.length; start += size) queue.push(bytes.slice(start, start + size))
    queuedBytes += bytes.length
    flush()
    if (queuedBytes >= HIGH_WATER_MARK) await new Promise<void>((resolve) => waitingWrites.push(resolve))
  }

  function flush(): void {
    if (isPulled && queue.length > 0) {
      isPulled = false
      // Without `split`, everything that is queued leaves in one chunk.
      const next = split === Infinity ? concat(queue.splice(0)) : queue.shift()!
      queuedBytes -= next.length
      stream.enqueue(next)
    }
    if (queue.length === 0 && ended.signal.aborted) finish()
    if (queuedBytes < HIGH_WATER_MARK || ended.signal.aborted) resumeWrites()
  }

  /** `endStream` runs after everything that is queued has left. */
  function end(endStream: () => void = () => {}): void {
    if (ended.signal.aborted) return
    finish = () => {
      finish = () => {}
      endStream()
    }
    ended.abort()
    flush()
  }

  function resumeWrites(): void {
    const resumed = waitingWrites
    waitingWrites = []
    for (const resume of resumed) resume()
  }
}

function concat(chunks: Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
