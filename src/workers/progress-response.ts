/** A call as a stream of events for a browser. */
import { setTimer } from '../core/util/environment.ts'
import type { LogMessage, Progress } from '../types/notifications.ts'

/** What the call gets: pass them on to `callTool()`. */
export interface StreamedCallOptions {
  /** Aborts the call when the reader has left. */
  signal: AbortSignal
  /** Sends progress to the reader. */
  onProgress(progress: Progress): void
  /** Sends a log message to the reader. */
  onLog(message: LogMessage): void
}

/** The options of `progressResponse()`. */
export interface ProgressResponseOptions {
  /** Lets the call go on when the reader has left, for calls that are journaled or whose effect counts. @default false */
  detached?: boolean | undefined
  /** Milliseconds between comments: they keep the connection open, and show that the reader has left. @default 15_000 */
  keepAlive?: number | undefined
  /** Headers of the response, such as those of CORS. */
  headers?: Record<string, string> | undefined
}

/**
 * Runs a call and streams it as server-sent events, for an `EventSource` or a `fetch` of a page: `progress` and `log`
 * while it runs, then one `result` or one `failure` with the code, delivery and message of the error.
 *
 * @example
 * return progressResponse((options) => client.callTool('render', { scene: 'teapot' }, options))
 */
export function progressResponse(
  call: (options: StreamedCallOptions) => Promise<unknown>,
  { detached = false, keepAlive = 15_000, headers }: ProgressResponseOptions = {},
): Response {
  const left = new AbortController()
  const encoder = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let stopTimer = () => {}
  const write = (text: string) => stream?.enqueue(encoder.encode(text))
  const send = (event: string, data: unknown) => write(`event: ${event}\ndata: ${JSON.stringify(data ?? null)}\n\n`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller
      beat()
      void run()
    },
    cancel() {
      stream = undefined
      stopTimer()
      if (!detached) left.abort(new DOMException('The reader of the call has left', 'AbortError'))
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', ...headers },
  })

  async function run(): Promise<void> {
    try {
      const onProgress = (progress: Progress) => void send('progress', progress)
      const onLog = (message: LogMessage) => void send('log', message)
      send('result', await call({ signal: left.signal, onProgress, onLog }))
    } catch (error) {
      // Only these: other members may hold what a browser must not see. An EventSource has an `error` of its own.
      const { code, delivery, message = String(error) } = Object(error) as Record<string, unknown>
      send('failure', { code, delivery, message })
    }
    stopTimer()
    stream?.close()
    stream = undefined
  }

  function beat(): void {
    // Also sends the headers at once, where a runtime waits for the first byte.
    write(': \n\n')
    stopTimer = setTimer(beat, keepAlive, true)
  }
}
