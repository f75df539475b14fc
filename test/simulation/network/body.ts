/** A response body on its way through the network, with at most one fault. */
import type { VirtualClock } from '../../../src/testing/index.ts'
import { type Exchange, endsBetweenEvents, hasAnyAnswer } from './exchange.ts'
import type { Fault } from './faults.ts'

export interface BodyOptions {
  source: ReadableStream<Uint8Array>
  exchange: Exchange
  clock: VirtualClock
  fault: Fault | undefined
  /** Aborting it ends the server's side. */
  serverAbort: AbortController
  /** The client's signal; undefined on a network that ignores it. */
  signal: AbortSignal | undefined
  recordFault(where: string): void
  onEnd(state: 'read' | 'cancelled' | 'failed'): void
  /** Nothing passes any more. */
  isDead(): boolean
  /** Milliseconds of silence after which a gateway cuts the connection. */
  idleLimit: number | undefined
  onCut(): void
}

type Read = Uint8Array | 'end' | 'error' | 'silence'

/** Milliseconds until a server notices a connection that is gone without a FIN or RST. */
const DETECTION_TIME = 2_000

/** Writes of the server that a slow network delays. */
const MAX_DELAYED_WRITES = 50

/** Far more than a drain may read. */
const FLOOD_PIECES = 20

const FLOOD = new TextEncoder().encode(`: ${'x'.repeat(16_380)}\n\n`)

export function createBody(options: BodyOptions): ReadableStream<Uint8Array> {
  const { exchange, clock, serverAbort, signal, onEnd, isDead } = options
  const read = createReader(options)
  const decoder = new TextDecoder()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let hasEnded = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull,
      cancel: () => end('cancelled', () => {}),
    },
    { highWaterMark: 0 },
  )
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort)
  return body

  async function pull(): Promise<void> {
    const outcome = await readInTime()
    if (hasEnded) return
    if (outcome === 'silence' || isDead()) await new Promise<never>(() => {})
    else if (outcome === 'end') end('read', () => stream.close())
    else if (outcome === 'error') end('failed', () => stream.error(new TypeError('terminated')))
    else {
      exchange.text += decoder.decode(outcome, { stream: true })
      exchange.reads.push({ at: clock.now(), length: exchange.text.length })
      stream.enqueue(outcome)
    }
  }

  /** A gateway cannot tell silence of the server from that of the network. */
  async function readInTime(): Promise<Read> {
    const reading = read().catch(() => 'error' as const)
    if (options.idleLimit === undefined) return reading
    const passed = new AbortController()
    const inTime = reading.then((outcome) => (outcome === 'silence' ? new Promise<never>(() => {}) : outcome))
    const cut = clock.wait(options.idleLimit, passed.signal).then(() => {
      if (!hasEnded) options.onCut()
      return 'error' as const
    })
    const outcome = await Promise.race([inTime, cut.catch(() => new Promise<never>(() => {}))])
    passed.abort()
    return outcome
  }

  function onAbort(): void {
    end('cancelled', () => stream.error(signal?.reason))
    serverAbort.abort('left')
  }

  function end(state: 'read' | 'cancelled' | 'failed', endStream: () => void): void {
    if (hasEnded) return
    hasEnded = true
    signal?.removeEventListener('abort', onAbort)
    onEnd(state)
    endStream()
    if (state === 'cancelled' || options.fault?.noticed !== false) serverAbort.abort('left')
    else clock.schedule(DETECTION_TIME, () => serverAbort.abort('left'))
  }
}

/** Returns a function that reads what the client gets next. */
function createReader({ source, exchange, clock, fault, recordFault }: BodyOptions): () => Promise<Read> {
  const reader = source.getReader()
  const { kind, after = 0, milliseconds = 0 } = fault ?? {}
  const isBreak = kind === 'cut' || kind === 'short' || kind === 'half-open'
  const countsWrites = fault?.afterWrites !== undefined
  const maxBytes = isBreak && !countsWrites ? after : Number.POSITIVE_INFINITY
  const maxWrites = isBreak && countsWrites ? fault.afterWrites! : Number.POSITIVE_INFINITY
  const queue: Uint8Array[] = kind === 'foreign answer' ? [createForeignAnswer()] : []
  let bytesRead = 0
  let writes = 0
  let floodPieces = 0
  let isRecorded = false
  return read

  async function read(): Promise<Read> {
    if (bytesRead >= maxBytes || writes >= maxWrites) return breakOff()
    const queued = queue.shift()
    if (queued) return limit(queued)
    const { done, value } = await reader.read()
    if (done) return readAfterEnd()
    writes++
    if (kind === 'pieces') return splitIntoPieces(value)
    return limit(kind === 'repeated answer' ? repeatAnswer(value) : value)
  }

  function limit(bytes: Uint8Array): Uint8Array {
    const piece = bytes.subarray(0, maxBytes - bytesRead)
    bytesRead += piece.length
    return piece
  }

  function breakOff(): Read {
    recordOnce()
    if (kind !== 'half-open') return kind === 'cut' ? 'error' : 'end'
    void discardRest()
    return 'silence'
  }

  async function splitIntoPieces(bytes: Uint8Array): Promise<Uint8Array> {
    recordOnce()
    // Odd sizes, so that the borders fall between any two bytes of later events too.
    const size = 1 + (after % 97)
    for (let at = 0; at < bytes.length; at += size) queue.push(bytes.subarray(at, at + size))
    // A network that stays slow may take minutes for the answer that comes last.
    if (writes <= MAX_DELAYED_WRITES) await clock.wait(milliseconds % 301)
    return queue.shift()!
  }

  async function readAfterEnd(): Promise<Read> {
    if (kind === 'stays open' || kind === 'flood' || kind === 'late cut') recordOnce()
    if (kind === 'stays open' || floodPieces === FLOOD_PIECES) return 'silence'
    if (kind === 'flood') {
      floodPieces++
      await clock.wait(1)
      return FLOOD
    }
    if (kind !== 'late cut') return 'end'
    await clock.wait(milliseconds)
    return 'error'
  }

  function recordOnce(): void {
    if (isRecorded) return
    isRecorded = true
    const { phase, text } = exchange
    const isBetween = endsBetweenEvents(text)
    if (isBetween && hasAnyAnswer(text)) recordFault(`${phase}, draining`)
    else recordFault(`${phase}, ${bytesRead === 0 ? 'first byte' : isBetween ? 'between events' : 'inside an event'}`)
  }

  /** The server does not notice a half-open connection and goes on writing. */
  async function discardRest(): Promise<void> {
    for (;;) if ((await reader.read().catch(() => ({ done: true }))).done) return
  }

  function createForeignAnswer(): Uint8Array {
    recordFault(exchange.phase)
    // Over HTTP+SSE all answers share a stream, so there the id is one that no request has.
    const id = typeof exchange.id === 'number' ? exchange.id + 1 : 'foreign'
    return toEvent({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'foreign' }] } })
  }

  function repeatAnswer(bytes: Uint8Array): Uint8Array {
    const text = new TextDecoder().decode(bytes)
    const [, id] = /"id":(\d+),"result"/.exec(text) ?? []
    if (!id || !endsBetweenEvents(text) || !text.includes('data:')) return bytes
    recordFault(exchange.phase)
    const params = { progressToken: Number(id), progress: 1_000 }
    const progress = toEvent({ jsonrpc: '2.0', method: 'notifications/progress', params })
    return concat(bytes, progress, bytes)
  }
}

function toEvent(message: object): Uint8Array {
  return new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
