/** A TCP proxy that reads HTTP/1.1, so that a fault can begin at an exact place: after a request, an event, half an answer. */
import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { Flow, type Pace } from './flow.ts'
import { createPieceReader, type Head, type Piece } from './http-pieces.ts'

/** A place in what passes, where something begins. */
export type Place =
  /** Behind a complete request with this JSON-RPC method, or the GET that opens an HTTP+SSE stream. */
  | { after: 'request'; rpcMethod?: RegExp }
  /** Behind the event of a response, or the whole JSON response, for which this is true. */
  | { after: 'event'; matches(event: string): boolean }
  /** Right behind this text of a response, in the middle of its event. */
  | { after: 'text'; text: string }

/** A request that arrived here in full. */
export interface SeenRequest {
  method: string
  /** The JSON-RPC method, if any. */
  rpcMethod: string | undefined
  body: string
  headers: Record<string, string>
  /** It was passed on to the server in full. */
  passed: boolean
  /** Of the response, once it has begun. */
  status: number | undefined
  /** A request before it was answered on the same connection. */
  isReused: boolean
}

export interface ProxiedConnection {
  up: Flow
  down: Flow
  client: Socket
  server: Socket
  /** The request whose response has not ended. */
  readonly open: string | undefined
  /** Ends both sides in order. Resolves when the client has noticed. */
  cut(): Promise<void>
  /** Sends RST to both sides. */
  reset(): void
}

/** Called at the place. A request is passed on afterwards, by `pass()` or when the function returns. */
export type OnPlace = (connection: ProxiedConnection, pass: () => void) => void

export interface ChaosProxy {
  origin: string
  requests: SeenRequest[]
  connections: ReadonlySet<ProxiedConnection>
  /** Calls `onPlace` once, when something that passes reaches the place. */
  watch(place: Place, onPlace: OnPlace): void
  /** Nothing is watched for any more. */
  unwatch(): void
  /** How fast bytes pass on all connections, also on new ones. */
  setPace(pace: Pace): void
  /** Refuses new connections as a closed port does. */
  refuse(): void
  accept(): Promise<void>
  /** The requests whose response has not ended, while the client keeps their connection. */
  openRequests(): string[]
  close(): Promise<void>
}

export async function startProxy(targetPort: number): Promise<ChaosProxy> {
  const connections = new Set<Connection>()
  const requests: SeenRequest[] = []
  let pace: Pace = 'pass'
  let watched: { place: Place; onPlace: OnPlace } | undefined
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const listener = {
      isWatching: () => !!watched,
      takeAt,
      onRequest: (request: SeenRequest) => requests.push(request),
    }
    const connection = new Connection(client, targetPort, listener)
    connection.up.pace = pace
    connection.down.pace = pace
    connections.add(connection)
    client.once('close', () => connections.delete(connection))
  })
  // It is closed and opened again: a connection that goes out must not take it meanwhile.
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections,
    watch(place, onPlace) {
      watched = { place, onPlace }
    },
    unwatch() {
      watched = undefined
    },
    setPace(value) {
      pace = value
      for (const { up, down } of connections) {
        // What is lost stays lost.
        if (up.pace !== 'drop') up.pace = value
        if (down.pace !== 'drop') down.pace = value
      }
    },
    refuse() {
      if (server.listening) server.close()
    },
    async accept() {
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    openRequests: () => [...connections].flatMap((connection) => connection.open ?? []),
    async close() {
      for (const { client, server } of connections) {
        client.destroy()
        server.destroy()
      }
      if (server.listening) await once(server.close(), 'close')
    },
  }

  /** The place that is watched, if it is of this kind; what takes it is called once. */
  function takeAt(matches: (place: Place) => boolean): OnPlace | undefined {
    if (!watched || !matches(watched.place)) return undefined
    const { onPlace } = watched
    watched = undefined
    return onPlace
  }
}

/** Milliseconds that a client has to notice the end of a connection. */
const CUT_PATIENCE = 2_000

interface Listener {
  isWatching(): boolean
  takeAt(matches: (place: Place) => boolean): OnPlace | undefined
  onRequest(request: SeenRequest): void
}

class Connection implements ProxiedConnection {
  readonly client: Socket
  readonly server: Socket
  readonly up: Flow
  readonly down: Flow
  /** The request whose response has not ended. */
  open: string | undefined
  #request: SeenRequest | undefined
  #wasUsed = false
  readonly #listener: Listener
  readonly #readUp = createPieceReader(() => true)
  readonly #readDown = createPieceReader((head) => !hasNoBody(head))
  /** The request that is arriving. */
  #head: Head | undefined
  #raw: Buffer[] = []
  #body: Buffer[] = []
  /** The event or JSON body that is passing, as text of single bytes. */
  #event = ''

  constructor(client: Socket, port: number, listener: Listener) {
    this.client = client
    this.#listener = listener
    this.server = connectTo({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    this.up = new Flow(this.server)
    this.down = new Flow(client)
    client.on('error', () => {})
    this.server.on('error', () => {})
    client.on('data', (bytes: Buffer) => {
      for (const piece of this.#readUp(bytes)) this.#onRequestPiece(piece)
    })
    this.server.on('data', (bytes: Buffer) => {
      for (const piece of this.#readDown(bytes)) this.#onResponsePiece(piece)
    })
    // A client that ends a connection wants nothing more from it, and most servers notice only a reset at once.
    client.once('end', () => client.destroy())
    client.once('close', () => {
      if (this.up.pace === 'drop') setTimeout(() => this.server.destroy(), 5_000).unref()
      else this.server.resetAndDestroy()
    })
    this.server.once('end', () => {
      this.open = undefined
      this.down.end()
      this.server.end()
    })
    this.server.once('close', (hadError) => {
      if (hadError && this.down.pace !== 'drop') client.resetAndDestroy()
    })
  }

  async cut(): Promise<void> {
    this.up.pace = 'drop'
    this.down.pace = 'drop'
    this.client.end()
    this.server.destroySoon()
    if (this.client.destroyed) return
    const tooLate = new AbortController()
    const { signal } = tooLate
    await Promise.race([once(this.client, 'close', { signal }), sleep(CUT_PATIENCE, undefined, { signal })])
    tooLate.abort()
    this.client.destroy()
  }

  reset(): void {
    this.up.pace = 'drop'
    this.down.pace = 'drop'
    this.client.resetAndDestroy()
    this.server.resetAndDestroy()
  }

  /** Requests are passed on as a whole, since a fault may begin before their last byte leaves. */
  #onRequestPiece(piece: Piece): void {
    if (piece.kind !== 'end') this.#raw.push(piece.raw)
    if (piece.kind === 'head') this.#head = piece.head
    else if (piece.kind === 'body') this.#body.push(piece.raw)
    else if (piece.kind === 'end') this.#onRequest()
  }

  #onRequest(): void {
    const { start, headers } = this.#head!
    const [method = ''] = start.split(' ')
    const body = Buffer.concat(this.#body).toString()
    const raw = Buffer.concat(this.#raw)
    this.#raw = []
    this.#body = []
    const rpcMethod = rpcMethodOf(body)
    const isReused = this.#wasUsed
    const request: SeenRequest = { method, rpcMethod, body, headers, passed: false, status: undefined, isReused }
    this.open = `${method} ${rpcMethod ?? ''}`.trim()
    this.#request = request
    this.#listener.onRequest(request)
    const pass = () => {
      if (!request.passed) this.up.write(raw)
      request.passed ||= this.up.pace !== 'drop'
    }
    const name = rpcMethod ?? method
    this.#listener.takeAt(
      (place) => place.after === 'request' && (place.rpcMethod?.test(name) ?? method !== 'OPTIONS'),
    )?.(this, pass)
    pass()
  }

  #onResponsePiece(piece: Piece): void {
    if (piece.kind === 'head') {
      this.#event = ''
      if (this.#request) this.#request.status = Number(piece.head.start.split(' ')[1])
    }
    if (piece.kind === 'end') {
      // The client knows of the end only if it arrives.
      if (this.down.pace !== 'drop') this.open = undefined
      this.#wasUsed = true
      this.#takeAtEnd()
    } else if (piece.kind === 'body') this.#onBody(piece.raw)
    else this.down.write(piece.raw)
  }

  /** Passes on up to a place, tells who watches it, and then passes on the rest, which may meet a fault. */
  #onBody(bytes: Buffer): void {
    if (!this.#listener.isWatching()) {
      this.#event = (this.#event + bytes.toString('latin1')).replace(/^.*(\r\n\r\n|\n\n)/s, '')
      this.down.write(bytes)
      return
    }
    let from = 0
    for (let index = 0; index < bytes.length; index++) {
      this.#event += String.fromCharCode(bytes[index]!)
      const onPlace = this.#takeHere()
      if (onPlace) {
        this.down.write(bytes.subarray(from, index + 1))
        from = index + 1
        onPlace(this, () => {})
      }
      if (this.#isEventEnd()) this.#event = ''
    }
    this.down.write(bytes.subarray(from))
  }

  #isEventEnd(): boolean {
    return this.#event.endsWith('\n\n') || this.#event.endsWith('\r\n\r\n')
  }

  #takeHere(): OnPlace | undefined {
    return this.#listener.takeAt(
      (place) =>
        (place.after === 'text' && this.#event.endsWith(place.text)) ||
        (place.after === 'event' && this.#isEventEnd() && place.matches(this.#event)),
    )
  }

  #takeAtEnd(): void {
    this.#listener.takeAt((place) => place.after === 'event' && place.matches(this.#event))?.(this, () => {})
    this.#event = ''
  }
}

function hasNoBody({ start }: Head): boolean {
  return / (204|304)\b/.test(start)
}

function rpcMethodOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { method?: string }).method
  } catch {
    return undefined
  }
}
