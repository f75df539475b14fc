/** The flight recorder: the last requests and responses of a client, within a limit of bytes. */
import type { Fetch, FetchInit } from '../core/index.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import type { FlightEntry, FlightTape } from '../types/flight-tape.ts'
import { createFlightRedactor, type FlightRedactor } from './redact.ts'

/** The options of `recorder()`. */
export interface RecorderOptions {
  /** Bytes to keep: requests, and bodies of both directions. @default 256_000 */
  bytes?: number | undefined
  /** The fetch to record, such as that of `oauth()`. @default the global `fetch` */
  fetch?: Fetch | undefined
  /** Secrets that no name betrays, for example in results of tools. */
  secrets?: readonly string[] | undefined
  /** Milliseconds since some start, for tests with a clock of their own. @default those of the runtime */
  now?: (() => number) | undefined
}

/** A flight recorder. One records any number of clients. */
export interface Recorder {
  /** For the option `fetch` of `connect()`. */
  fetch: Fetch & { recording(): FlightTape }
  /** What it holds now, without secrets. `replay()` of `mcp-over-fetch/testing` plays it. */
  recording(): FlightTape
}

/** An exchange as it is kept: converted only for a recording, and without what would keep its connection in memory. */
interface Exchange
  extends Pick<FlightEntry, 'at' | 'url' | 'method' | 'answeredAt' | 'status' | 'finalUrl' | 'ended' | 'endedAt'> {
  requestHeaders: Record<string, string>
  body: string | undefined
  /** Until the exchange has ended. */
  signal: AbortSignal | undefined
  headers?: Headers
  failed?: unknown
  aborted?: boolean
  bytes: [at: number, bytes: Uint8Array][]
  lost: number
  size: number
}

/** What an exchange takes without its bodies. */
const BASE_SIZE = 600
/** What a chunk takes besides its bytes. */
const PART_SIZE = 150

/** A replay begins with the handshake, so the last ones stay however much came after them. */
const HANDSHAKE = /"method":"(initialize|notifications\/initialized|server\/discover)"/
const KEPT_HANDSHAKES = 4

/**
 * Records what a client sends and receives, so that an error of production can be replayed.
 *
 * @example
 * const flight = recorder({ bytes: 256_000 })
 * const client = await connect(url, { fetch: flight.fetch })
 */
export function recorder({
  bytes = 256_000,
  fetch: inner,
  secrets = [],
  now: clock = systemEnvironment.monotonic,
}: RecorderOptions = {}): Recorder {
  const start = clock()
  const startedAt = new Date(systemEnvironment.now()).toISOString()
  const log = new Set<Exchange>()
  const handshakes: Exchange[] = []
  let size = 0
  const now = () => Math.round((clock() - start) * 10) / 10
  const send = inner ?? globalFetch
  return { fetch: Object.assign(record, inner, { recording }), recording }

  // Not async functions: each would cost the call a promise more.
  function record(url: string, init: FetchInit): Promise<Response> {
    const { method, headers: requestHeaders, body, signal } = init
    const exchange: Exchange = { at: now(), url, method, requestHeaders, body, signal, bytes: [], lost: 0, size: 0 }
    log.add(exchange)
    if (HANDSHAKE.test(body?.slice(0, 200) ?? '') && handshakes.push(exchange) > KEPT_HANDSHAKES) handshakes.shift()
    let length = BASE_SIZE + url.length + (body?.length ?? 0)
    for (const name in requestHeaders) length += name.length + requestHeaders[name]!.length
    grow(exchange, length)
    return send(url, init).then(
      (response) => {
        exchange.answeredAt = now()
        exchange.status = response.status
        exchange.headers = response.headers
        response.headers.forEach((value, name) => {
          grow(exchange, name.length + value.length)
        })
        if (response.redirected) exchange.finalUrl = response.url
        if (response.body) tap(response.body, exchange)
        else end(exchange, 'closed')
        return response
      },
      (error) => {
        exchange.answeredAt = now()
        exchange.failed = error
        exchange.aborted = signal.aborted
        throw error
      },
    )
  }

  /** Without a stream of its own between server and client, which would cost more than all the rest. */
  function tap(body: ReadableStream<Uint8Array>, exchange: Exchange): void {
    const { getReader, cancel } = body
    body.cancel = (reason) => {
      end(exchange, 'cancelled')
      return cancel.call(body, reason)
    }
    body.getReader = (() => {
      const reader = getReader.call(body) as ReadableStreamDefaultReader<Uint8Array>
      const { read, cancel } = reader
      reader.read = () => read.call(reader).then(onChunk, onError) as ReturnType<typeof reader.read>
      reader.cancel = (reason) => {
        end(exchange, 'cancelled')
        return cancel.call(reader, reason)
      }
      return reader
    }) as typeof getReader

    function onChunk(chunk: ReadableStreamReadResult<Uint8Array>): typeof chunk {
      const { value } = chunk
      if (!value) end(exchange, 'closed')
      else if (log.has(exchange)) {
        // A copy of a small part, since it would keep a large buffer.
        const kept = 2 * value.length > value.buffer.byteLength ? value : value.slice()
        exchange.bytes.push([now(), kept])
        grow(exchange, kept.buffer.byteLength + PART_SIZE)
      }
      return chunk
    }

    function onError(error: unknown): never {
      end(exchange, 'cut')
      throw error
    }
  }

  function end(exchange: Exchange, how: NonNullable<FlightEntry['ended']>): void {
    exchange.endedAt ??= now()
    exchange.ended ??= exchange.signal?.aborted ? 'cancelled' : how
    exchange.signal = undefined
  }

  /** Drops the oldest exchanges, and of open ones what came first; as a last resort, these too, and handshakes. */
  function grow(exchange: Exchange, length: number): void {
    if (!log.has(exchange)) return
    exchange.size += length
    size += length
    for (let pass = 0; pass < 3 && size > bytes; pass++) {
      for (const oldest of log) {
        if (size <= bytes) return
        if (pass < 2 && handshakes.includes(oldest)) continue
        while (size > bytes && oldest.bytes.length) shrink(oldest, oldest.bytes.shift()![1])
        if (size <= bytes || !(pass || oldest.ended || oldest.failed)) continue
        log.delete(oldest)
        size -= oldest.size
      }
    }
  }

  function shrink(exchange: Exchange, { length, buffer }: Uint8Array): void {
    exchange.lost += length
    exchange.size -= buffer.byteLength + PART_SIZE
    size -= buffer.byteLength + PART_SIZE
  }

  function recording(): FlightTape {
    const redactor = createFlightRedactor(secrets)
    const write = () => [...log].map((exchange) => toEntry(exchange, redactor, inner?.redact))
    // Twice, since a secret may be repeated before the place that shows that it is one.
    write()
    return { version: 1, kind: 'flight', startedAt, wire: write() }
  }
}

function toEntry(exchange: Exchange, redactor: FlightRedactor, redact = (text: string) => text): FlightEntry {
  const { signal, bytes, size, body, headers, failed, aborted, lost, finalUrl, requestHeaders, ...rest } = exchange
  const text = (value: string, isUrl?: boolean) => redactor.text(redact(value), isUrl)
  return {
    ...rest,
    url: text(rest.url, true),
    requestHeaders: redactor.headers(requestHeaders),
    ...(body !== undefined && { body: text(body) }),
    ...(finalUrl && { finalUrl: text(finalUrl, true) }),
    ...(headers && {
      headers: redactor.headers(Object.fromEntries(headers as unknown as Iterable<[string, string]>)),
      parts: toParts(bytes, headers).map(([at, part]): [number, string] => [at, text(part)]),
    }),
    ...(lost && { lost }),
    ...(failed !== undefined && (aborted ? { aborted } : toFailure(failed, text))),
  }
}

function toFailure(error: unknown, hide: (text: string) => string): Pick<FlightEntry, 'failed' | 'failedCode'> {
  const { message = error, cause } = Object(error) as Partial<Error>
  const { code } = Object(cause) as { code?: unknown }
  return { failed: hide(String(message)), ...(typeof code === 'string' && { failedCode: code }) }
}

/** Whole events or whole bodies, so that no secret is cut in two. */
function toParts(parts: Exchange['bytes'], headers: Headers): [at: number, text: string][] {
  const decoder = new TextDecoder()
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  const whole: [number, string][] = []
  let last = 0
  let pending = ''
  for (const [at, bytes] of parts) {
    last = at
    pending += decoder.decode(bytes, { stream: true })
    // The lines of an event end in different ways; a rest of CRLF begins the next event, where it means nothing.
    const events = isStream ? pending.split(/(?<=\n\n|\r\r|\r\n\r\n)/) : [pending]
    const isComplete = isStream && /(\n\n|\r\r|\r\n\r\n)$/.test(pending)
    pending = isComplete ? '' : events.pop()!
    for (const event of events) whole.push([at, event])
  }
  pending += decoder.decode()
  if (pending) whole.push([last, pending])
  return whole
}
