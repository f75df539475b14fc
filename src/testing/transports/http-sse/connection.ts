/** One SSE connection: a frame leaves when the client reads, and the end is told exactly once. */
import type { Clock } from '../../features/request-context.ts'
import type { ServerConfig } from '../../script/script.ts'
import { type Cleanup, cleanUp } from './cleanup.ts'
import { encodeComment, encodeFrame, headersOf } from './frames.ts'
import { watchQuiet } from './idle-watch.ts'

export type SseConfig = ServerConfig['sse']

/** Why a connection ended. */
export type Reason = 'client-left' | 'server-closed' | 'send-timeout' | 'send-errors' | 'rapid'

export interface Ended {
  reason: Reason
  cleanup: Cleanup
}

export interface ConnectionOptions {
  clock: Clock
  /** Asked anew each time: keepalive and timeouts can be turned off while the connection is open. */
  config: () => SseConfig
  /** What the `endpoint` frames say, in order. */
  endpoints: readonly string[]
  /** Called once per connection, whatever ended it. What it returns is awaited, up to `cleanupTimeout`. */
  onDisconnect?: (reason: Reason) => unknown
  /** Milliseconds of silence after which a comment finds out whether the client is still there; 0 is off. */
  patrol?: number
  /** Milliseconds; 0 is without limit. */
  cleanupTimeout?: number
}

export interface SseConnection {
  /** The response that carries the stream. Once per connection. */
  connect(): Response
  /** Resolves when the client has taken the frame; rejects when it cannot be sent or the connection ends before. */
  send(message: object): Promise<void>
  /** Ends the connection; without one, or with one that has ended, nothing happens. */
  disconnect(reason?: Reason): void
  /** Settles after the cleanup. */
  closed: Promise<Ended>
}

interface Waiting {
  /** The frame, or why there is none. */
  frame: Uint8Array | Error
  isMessage: boolean
  resolve(): void
  reject(error: Error): void
}

const MOST_ERRORS = 3
const RAPID_GAP = 100

export function createSseConnection(options: ConnectionOptions): SseConnection {
  const { clock, config, patrol = 0, cleanupTimeout = 5_000 } = options
  const gone = new AbortController()
  const waiting: Waiting[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let wanted = false
  let consecutiveErrors = 0
  let rapidMessages = 0
  let lastMessage = -Infinity
  let lastSign = clock.now()
  let lastPatrol = clock.now()
  let lastTaken = clock.now()
  let finish: (ended: Ended) => void
  const closed = new Promise<Ended>((resolve) => {
    finish = resolve
  })

  return { connect, send, disconnect, closed }

  function connect(): Response {
    if (stream) throw new Error('This connection was connected before')
    lastTaken = clock.now()
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = controller
        },
        pull: () => {
          wanted = true
          flush()
        },
        cancel: () => disconnect('client-left'),
      },
      // Nothing is buffered beyond what the client asks for, so that a client that stops reading is noticed.
      { highWaterMark: 0 },
    )
    for (const url of options.endpoints) push(encodeFrame('endpoint', url, config()))
    if (config().keepalive > 0) keepAlive()
    watch()
    return new Response(body, { headers: headersOf(config()) })
  }

  function watch(): void {
    const { signal } = gone
    watchQuiet({ clock, signal, since: () => lastSign, limit: () => config().keepalive, act: keepAliveAgain })
    watchQuiet({ clock, signal, since: () => Math.max(lastPatrol, lastTaken), limit: () => patrol, act: comment })
    watchQuiet({
      clock,
      signal,
      // Who asks for the next frame has taken the last one. A slow client is healthy, however long its queue.
      since: () => (wanted ? clock.now() : lastTaken),
      limit: () => config().sendTimeout,
      act: () => disconnect('send-timeout'),
    })
  }

  function keepAlive(): void {
    lastSign = clock.now()
    push(encodeFrame('keepalive', '{}', config()))
  }

  /** What waits already will be the sign of life; more of them would only pile up. */
  function keepAliveAgain(): void {
    lastSign = clock.now()
    if (waiting.length === 0) keepAlive()
  }

  function comment(): void {
    lastPatrol = clock.now()
    if (waiting.length === 0) push(encodeComment(config()))
  }

  async function send(message: object): Promise<void> {
    if (!stream) throw new Error('Not connected: there is no stream to send on yet')
    gone.signal.throwIfAborted()
    lastSign = clock.now()
    const frame = encodeMessage(message)
    return new Promise((resolve, reject) => push(frame, { isMessage: true, resolve, reject }))
  }

  /** What cannot be written keeps its place in the queue, so that errors and successes are counted in order. */
  function encodeMessage(message: object): Waiting['frame'] {
    try {
      return encodeFrame('message', JSON.stringify(message), config())
    } catch (cause) {
      return new Error('The message cannot be written as JSON', { cause })
    }
  }

  function push(frame: Waiting['frame'], rest?: Pick<Waiting, 'isMessage' | 'resolve' | 'reject'>): void {
    waiting.push({ frame, isMessage: false, resolve() {}, reject() {}, ...rest })
    flush()
  }

  function flush(): void {
    while (wanted && waiting.length > 0) take(waiting.shift()!)
  }

  function take({ frame, isMessage, resolve, reject }: Waiting): void {
    if (frame instanceof Error) {
      reject(frame)
      consecutiveErrors++
      if (consecutiveErrors >= MOST_ERRORS) disconnect('send-errors')
      return
    }
    wanted = false
    stream?.enqueue(frame)
    resolve()
    lastTaken = clock.now()
    if (isMessage) countMessage()
  }

  function countMessage(): void {
    consecutiveErrors = 0
    rapidMessages = clock.now() - lastMessage < RAPID_GAP ? rapidMessages + 1 : 1
    lastMessage = clock.now()
    const { cutAfterRapid } = config()
    if (cutAfterRapid > 0 && rapidMessages >= cutAfterRapid) disconnect('rapid')
  }

  function disconnect(reason: Reason = 'server-closed'): void {
    if (!stream || gone.signal.aborted) return
    const error = new Error(`The connection ended: ${reason}`)
    gone.abort(error)
    wanted = false
    for (const { reject } of waiting.splice(0)) reject(error)
    endStream(stream, reason, error)
    const cleanup = cleanUp(() => options.onDisconnect?.(reason), clock, cleanupTimeout)
    cleanup.then((cleanup) => finish({ reason, cleanup }))
  }
}

/** A stream that its reader cancelled has ended already; one that lost frames must not look complete. */
function endStream(stream: ReadableStreamDefaultController, reason: Reason, error: Error): void {
  if (reason === 'client-left' || reason === 'send-timeout') stream.error(error)
  else stream.close()
}
