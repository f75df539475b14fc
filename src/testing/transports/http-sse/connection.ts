/** One HTTP+SSE connection: a frame leaves when the client reads, and the end is reported exactly once. */
import type { Clock } from '../../clock/clock.ts'
import type { ServerConfig } from '../../config.ts'
import { createDeferred } from '../../util/deferred.ts'
import { type Cleanup, cleanUp } from './cleanup.ts'
import { encodeComment, encodeFrame, streamHeaders } from './frames.ts'
import { watchIdle } from './idle-watch.ts'

export type HttpSseConfig = ServerConfig['sse']

/** Why a connection ended. */
export type EndReason = 'client-left' | 'server-closed' | 'send-timeout' | 'send-errors' | 'rapid'

export interface ConnectionEnd {
  reason: EndReason
  cleanup: Cleanup
}

export interface ConnectionOptions {
  clock: Clock
  /** Read each time: keepalive and timeouts can be turned off while the connection is open. */
  config: () => HttpSseConfig
  /** The data of the `endpoint` frames, in order. */
  endpoints: readonly string[]
  /** Called once per connection. A promise that it returns is awaited, up to `cleanupTimeout`. */
  onDisconnect?: (reason: EndReason) => unknown
  /** Milliseconds of silence after which a comment is written, to find out whether the client is there; 0 is off. */
  heartbeat?: number
  /** Milliseconds; 0 is without limit. */
  cleanupTimeout?: number
}

export interface HttpSseConnection {
  /** The response that carries the stream. Once per connection. */
  connect(): Response
  /** Resolves when the client has read the frame; rejects when it cannot be sent or the connection ends before. */
  send(message: object): Promise<void>
  /** Ends the connection; without effect before `connect` and after the end. */
  disconnect(reason?: EndReason): void
  /** Settles after the cleanup. */
  closed: Promise<ConnectionEnd>
}

interface QueuedFrame {
  /** The frame, or why it could not be encoded. */
  frame: Uint8Array | Error
  isMessage: boolean
  resolve(): void
  reject(error: Error): void
}

const MAX_SEND_ERRORS = 3
const RAPID_GAP = 100

export function createHttpSseConnection(options: ConnectionOptions): HttpSseConnection {
  const { clock, config, heartbeat = 0, cleanupTimeout = 5_000 } = options
  const ended = new AbortController()
  const closed = createDeferred<ConnectionEnd>()
  const queue: QueuedFrame[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let isPulled = false
  let consecutiveErrors = 0
  let rapidMessages = 0
  let lastMessage = -Infinity
  let lastSend = clock.now()
  let lastHeartbeat = clock.now()
  let lastRead = clock.now()

  return { connect, send, disconnect, closed: closed.promise }

  function connect(): Response {
    if (stream) throw new Error('This connection was connected before')
    lastRead = clock.now()
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = controller
        },
        pull: () => {
          isPulled = true
          flush()
        },
        cancel: () => disconnect('client-left'),
      },
      // Without a buffer, a client that stops reading is noticed.
      { highWaterMark: 0 },
    )
    for (const url of options.endpoints) enqueue(encodeFrame('endpoint', url, config()))
    if (config().keepalive > 0) sendKeepalive()
    startTimers()
    return new Response(body, { headers: streamHeaders(config()) })
  }

  function startTimers(): void {
    const { signal } = ended
    watchIdle({
      clock,
      signal,
      lastActivity: () => lastSend,
      limit: () => config().keepalive,
      onIdle: repeatKeepalive,
    })
    watchIdle({
      clock,
      signal,
      lastActivity: () => Math.max(lastHeartbeat, lastRead),
      limit: () => heartbeat,
      onIdle: sendHeartbeat,
    })
    watchIdle({
      clock,
      signal,
      // A client that asks for the next frame has read the last one: it is not stalled, however long the queue is.
      lastActivity: () => (isPulled ? clock.now() : lastRead),
      limit: () => config().sendTimeout,
      onIdle: () => disconnect('send-timeout'),
    })
  }

  function sendKeepalive(): void {
    lastSend = clock.now()
    enqueue(encodeFrame('keepalive', '{}', config()))
  }

  /** Frames that are queued already keep the connection alive; further keepalives would only pile up. */
  function repeatKeepalive(): void {
    lastSend = clock.now()
    if (queue.length === 0) sendKeepalive()
  }

  function sendHeartbeat(): void {
    lastHeartbeat = clock.now()
    if (queue.length === 0) enqueue(encodeComment(config()))
  }

  async function send(message: object): Promise<void> {
    if (!stream) throw new Error('Not connected: there is no stream to send on yet')
    ended.signal.throwIfAborted()
    lastSend = clock.now()
    const frame = encodeMessage(message)
    return new Promise((resolve, reject) => enqueue(frame, { isMessage: true, resolve, reject }))
  }

  /** A message that cannot be encoded keeps its position in the queue, so that errors are counted in order. */
  function encodeMessage(message: object): QueuedFrame['frame'] {
    try {
      return encodeFrame('message', JSON.stringify(message), config())
    } catch (cause) {
      return new Error('The message cannot be written as JSON', { cause })
    }
  }

  function enqueue(frame: QueuedFrame['frame'], rest?: Omit<QueuedFrame, 'frame'>): void {
    queue.push({ frame, isMessage: false, resolve() {}, reject() {}, ...rest })
    flush()
  }

  function flush(): void {
    while (isPulled && queue.length > 0) sendFrame(queue.shift()!)
  }

  function sendFrame({ frame, isMessage, resolve, reject }: QueuedFrame): void {
    if (frame instanceof Error) {
      reject(frame)
      consecutiveErrors++
      if (consecutiveErrors >= MAX_SEND_ERRORS) disconnect('send-errors')
      return
    }
    isPulled = false
    stream?.enqueue(frame)
    resolve()
    lastRead = clock.now()
    if (isMessage) countMessage()
  }

  function countMessage(): void {
    consecutiveErrors = 0
    rapidMessages = clock.now() - lastMessage < RAPID_GAP ? rapidMessages + 1 : 1
    lastMessage = clock.now()
    const { cutAfterRapid } = config()
    if (cutAfterRapid > 0 && rapidMessages >= cutAfterRapid) disconnect('rapid')
  }

  function disconnect(reason: EndReason = 'server-closed'): void {
    if (!stream || ended.signal.aborted) return
    const error = new Error(`The connection ended: ${reason}`)
    ended.abort(error)
    isPulled = false
    for (const { reject } of queue.splice(0)) reject(error)
    endStream(stream, reason, error)
    const cleanup = cleanUp(() => options.onDisconnect?.(reason), clock, cleanupTimeout)
    cleanup.then((cleanup) => closed.resolve({ reason, cleanup }))
  }
}

/** A stream that lost frames must not look complete. One that its client cancelled has ended already. */
function endStream(stream: ReadableStreamDefaultController, reason: EndReason, error: Error): void {
  if (reason === 'client-left' || reason === 'send-timeout') stream.error(error)
  else stream.close()
}
