/** One SSE response while it is open: text goes in, and its end is known whoever caused it. */
import { encodeEvent, type LineEnd, type SseEvent } from './encode.ts'

export interface Connection {
  body: ReadableStream<Uint8Array>
  /** Resolves when there is room for more, or nobody to read it. What is sent first arrives first. */
  send(event: SseEvent): Promise<void>
  write(text: string): Promise<void>
  lineEnd: LineEnd
  /** Ends the response; ended ones stay as they are. */
  close(): void
  /** Breaks the response off, so that the client sees an error. */
  fault(): void
  /** Aborts when the response has ended, whoever ended it. */
  signal: AbortSignal
}

/** The text of the error that breaks a response off; the host keeps it out of the runtime's error output. */
export const FAULT = 'a fault as scripted'

/** Bytes that may wait for the client before the writer has to wait as well. */
const ROOM = 65_536

export function createConnection({
  lineEnd = '\n',
  split = Infinity,
}: {
  lineEnd?: LineEnd
  split?: number
} = {}): Connection {
  const ended = new AbortController()
  const encoder = new TextEncoder()
  const queue: Uint8Array[] = []
  let queued = 0
  let waiting: (() => void)[] = []
  let isWanted = false
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull() {
        isWanted = true
        flush()
      },
      cancel() {
        queue.length = 0
        end()
      },
    },
    // The queue is ours: what was written before a fault must leave before it.
    { highWaterMark: 0 },
  )
  return {
    body,
    send: (event) => write(encodeEvent(event, lineEnd)),
    write,
    lineEnd,
    close: () => end(() => stream.close()),
    fault: () => end(() => stream.error(new Error(FAULT))),
    signal: ended.signal,
  }

  async function write(text: string): Promise<void> {
    if (ended.signal.aborted || text === '') return
    const bytes = encoder.encode(text)
    const step = Math.min(split, bytes.length)
    for (let at = 0; at < bytes.length; at += step) queue.push(bytes.slice(at, at + step))
    queued += bytes.length
    flush()
    if (queued >= ROOM) await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function flush(): void {
    if (isWanted && queue.length > 0) {
      isWanted = false
      // What waited together leaves together, unless it was cut on purpose.
      const next = split === Infinity ? join(queue.splice(0)) : queue.shift()!
      queued -= next.length
      stream.enqueue(next)
    }
    if (queue.length === 0 && ended.signal.aborted) finish()
    if (queued < ROOM || ended.signal.aborted) wake()
  }

  function end(how: () => void = () => {}): void {
    if (ended.signal.aborted) return
    finish = () => {
      finish = () => {}
      how()
    }
    ended.abort()
    flush()
  }

  function wake(): void {
    const resumed = waiting
    waiting = []
    for (const resume of resumed) resume()
  }
}

function join(pieces: Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
