/** A response that is a stream of server-sent events. */

import type { Clock } from '../../clock/clock.ts'
import { SSE_HEADERS } from '../../sse/encode.ts'

export interface EventStream {
  response: Response
  /** Waits while the client is slow to read; does nothing once the stream has ended. */
  send(message: object): Promise<void>
  close(): void
  /** Aborts when the stream has ended, from either side. */
  signal: AbortSignal
}

export interface EventStreamOptions {
  clock: Clock
  /** Milliseconds between comments; 0 sends none. Some runtimes notice that a client left only when they write. */
  heartbeat: number
  /** Called when the client left. */
  onDisconnect?: () => void
}

/** Chunks that may wait for the client to read before `send` waits too. */
const HIGH_WATER_MARK = 64

export function createEventStream({ clock, heartbeat, onDisconnect }: EventStreamOptions): EventStream {
  const encoder = new TextEncoder()
  const ended = new AbortController()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  const waitingSends: (() => void)[] = []
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      stream = controller
    },
    pull: resumeSends,
    cancel: () => {
      finish()
      onDisconnect?.()
    },
  }
  const body = new ReadableStream(source, { highWaterMark: HIGH_WATER_MARK })
  const headers = { ...SSE_HEADERS, 'cache-control': 'no-store' }
  if (heartbeat > 0) void sendHeartbeats()
  return { response: new Response(body, { headers }), send, close, signal: ended.signal }

  async function send(message: object): Promise<void> {
    if (ended.signal.aborted) return
    write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    if ((stream.desiredSize ?? 0) > 0) return
    await new Promise<void>((resolve) => waitingSends.push(resolve))
  }

  function resumeSends(): void {
    for (const resolve of waitingSends.splice(0)) resolve()
  }

  function close(): void {
    if (ended.signal.aborted) return
    finish()
    stream.close()
  }

  function finish(): void {
    ended.abort()
    resumeSends()
  }

  function write(text: string): void {
    stream.enqueue(encoder.encode(text))
  }

  async function sendHeartbeats(): Promise<void> {
    while (!ended.signal.aborted) {
      await clock.wait(heartbeat, ended.signal).catch(() => {})
      // Comments do not pile up for a client that stopped reading.
      if (!ended.signal.aborted && (stream.desiredSize ?? 0) > 0) write(':\n\n')
    }
  }
}
