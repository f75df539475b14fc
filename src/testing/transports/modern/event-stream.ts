/** A response that is a stream of server-sent events. */
import type { Clock } from '../../features/request-context.ts'

export interface EventStream {
  response: Response
  /** Waits while the client is slow to read; does nothing once the stream is over. */
  send(message: object): Promise<void>
  close(): void
  /** Aborted when the stream is over, whoever ended it. */
  over: AbortSignal
}

export interface EventStreamOptions {
  clock: Clock
  /** Milliseconds between comments; 0 sends none. Some runtimes notice that a client left only when they write. */
  heartbeat: number
  /** The client went away. */
  left: () => void
}

/** Chunks that may wait for the client to read before `send` waits too. */
const BUFFERED = 64

export function createEventStream({ clock, heartbeat, left }: EventStreamOptions): EventStream {
  const encoder = new TextEncoder()
  const over = new AbortController()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const waiting: (() => void)[] = []
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (given) => {
      controller = given
    },
    pull: resume,
    cancel: () => {
      finish()
      left()
    },
  }
  const body = new ReadableStream(source, { highWaterMark: BUFFERED })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
  if (heartbeat > 0) void beat()
  return { response: new Response(body, { headers }), send, close, over: over.signal }

  async function send(message: object): Promise<void> {
    if (over.signal.aborted) return
    write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    if ((controller.desiredSize ?? 0) > 0) return
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function resume(): void {
    for (const resolve of waiting.splice(0)) resolve()
  }

  function close(): void {
    if (over.signal.aborted) return
    finish()
    controller.close()
  }

  function finish(): void {
    over.abort()
    resume()
  }

  function write(text: string): void {
    controller.enqueue(encoder.encode(text))
  }

  async function beat(): Promise<void> {
    while (!over.signal.aborted) {
      await clock.wait(heartbeat, over.signal).catch(() => {})
      // A client that does not read gets no further comments to keep.
      if (!over.signal.aborted && (controller.desiredSize ?? 0) > 0) write(':\n\n')
    }
  }
}
