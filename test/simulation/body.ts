/** A response body on its way through the network: byte by byte at the mercy of one fault. */
import type { VirtualClock } from '../../src/testing/index.ts'
import { type Exchange, holdsAnyAnswer, isWhole } from './exchange.ts'
import type { Fault } from './faults.ts'

export interface BodyOptions {
  source: ReadableStream<Uint8Array>
  exchange: Exchange
  clock: VirtualClock
  fault: Fault | undefined
  /** Aborting it ends the server's side. */
  inner: AbortController
  /** The client's; undefined on a network that does not listen to it. */
  signal: AbortSignal | undefined
  strike(where: string): void
  ended(how: 'read' | 'cancelled' | 'failed'): void
}

type Outcome = Uint8Array | 'end' | 'error' | 'silence'

/** How long a server takes to notice a client that vanished without a word. */
const UNNOTICED = 2_000

/** Far more than a drain may take. */
const FLOOD_PIECES = 20

const FLOOD = new TextEncoder().encode(`: ${'x'.repeat(16_380)}\n\n`)

export function createBody(options: BodyOptions): ReadableStream<Uint8Array> {
  const { exchange, clock, inner, signal, ended } = options
  const next = createSource(options)
  const decoder = new TextDecoder()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let isOver = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull,
      cancel: () => over('cancelled', () => {}),
    },
    { highWaterMark: 0 },
  )
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave)
  return body

  async function pull(): Promise<void> {
    const outcome = await next().catch(() => 'error' as const)
    if (isOver) return
    if (outcome === 'silence') await new Promise<never>(() => {})
    else if (outcome === 'end') over('read', () => stream.close())
    else if (outcome === 'error') over('failed', () => stream.error(new TypeError('terminated')))
    else {
      exchange.text += decoder.decode(outcome, { stream: true })
      exchange.reads.push({ at: clock.now(), length: exchange.text.length })
      stream.enqueue(outcome)
    }
  }

  function leave(): void {
    over('cancelled', () => stream.error(signal?.reason))
    inner.abort('left')
  }

  function over(how: 'read' | 'cancelled' | 'failed', say: () => void): void {
    if (isOver) return
    isOver = true
    signal?.removeEventListener('abort', leave)
    ended(how)
    say()
    if (how === 'cancelled' || options.fault?.noticed !== false) inner.abort('left')
    else clock.schedule(UNNOTICED, () => inner.abort('left'))
  }
}

/** What the client reads next, read by read. */
function createSource({ source, exchange, clock, fault, strike }: BodyOptions): () => Promise<Outcome> {
  const reader = source.getReader()
  const { kind, after = 0, milliseconds = 0 } = fault ?? {}
  const isBreak = kind === 'cut' || kind === 'short' || kind === 'half-open'
  const isByWrites = fault?.afterWrites !== undefined
  const limit = isBreak && !isByWrites ? after : Number.POSITIVE_INFINITY
  const mostWrites = isBreak && isByWrites ? fault.afterWrites! : Number.POSITIVE_INFINITY
  const queue: Uint8Array[] = kind === 'foreign' ? [foreignAnswer()] : []
  let passed = 0
  let writes = 0
  let flooded = 0
  let hasStruck = false
  return next

  async function next(): Promise<Outcome> {
    if (passed >= limit || writes >= mostWrites) return breakOff()
    const waiting = queue.shift()
    if (waiting) return pass(waiting)
    const { done, value } = await reader.read()
    if (done) return tail()
    writes++
    if (kind === 'pieces') return inPieces(value)
    return pass(kind === 'repeated' ? repeatAnswer(value) : value)
  }

  function pass(bytes: Uint8Array): Uint8Array {
    const rest = limit - passed
    const piece = bytes.subarray(0, rest)
    passed += piece.length
    return piece
  }

  function breakOff(): Outcome {
    strikeOnce()
    if (kind !== 'half-open') return kind === 'cut' ? 'error' : 'end'
    void discard()
    return 'silence'
  }

  async function inPieces(bytes: Uint8Array): Promise<Uint8Array> {
    strikeOnce()
    // Odd sizes, so that the borders fall between any two bytes of later frames too.
    const size = 1 + (after % 97)
    for (let at = 0; at < bytes.length; at += size) queue.push(bytes.subarray(at, at + size))
    await clock.wait(milliseconds % 301)
    return queue.shift()!
  }

  async function tail(): Promise<Outcome> {
    if (kind === 'held' || kind === 'flood' || kind === 'late cut') strikeOnce()
    if (kind === 'held' || flooded === FLOOD_PIECES) return 'silence'
    if (kind === 'flood') {
      flooded++
      await clock.wait(1)
      return FLOOD
    }
    if (kind !== 'late cut') return 'end'
    await clock.wait(milliseconds)
    return 'error'
  }

  function strikeOnce(): void {
    if (hasStruck) return
    hasStruck = true
    const { phase, text } = exchange
    if (isWhole(text) && holdsAnyAnswer(text)) strike(`${phase}, draining`)
    else strike(`${phase}, ${passed === 0 ? 'first byte' : isWhole(text) ? 'between events' : 'inside an event'}`)
  }

  /** The server goes on writing into a connection that leads nowhere. */
  async function discard(): Promise<void> {
    for (;;) if ((await reader.read().catch(() => ({ done: true }))).done) return
  }

  function foreignAnswer(): Uint8Array {
    strike(exchange.phase)
    // On HTTP+SSE all answers share a stream, so there it must be one that nobody waits for.
    const id = typeof exchange.id === 'number' ? exchange.id + 1 : 'foreign'
    return frame({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'foreign' }] } })
  }

  function repeatAnswer(bytes: Uint8Array): Uint8Array {
    const text = new TextDecoder().decode(bytes)
    const [, id] = /"id":(\d+),"result"/.exec(text) ?? []
    if (!id || !isWhole(text) || !text.includes('data:')) return bytes
    strike(exchange.phase)
    const params = { progressToken: Number(id), progress: 1_000 }
    const late = frame({ jsonrpc: '2.0', method: 'notifications/progress', params })
    return concat(bytes, late, bytes)
  }
}

function frame(message: object): Uint8Array {
  return new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
