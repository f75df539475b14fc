/** A stream of messages that outlives its connections: what nobody reads is kept for replay. */
import type { Connection } from './sse-connection.ts'
import type { RpcRequest } from '../jsonrpc/message.ts'
import type { SseEvent } from './encode.ts'
import type { Position, Store } from './store.ts'

export interface Line {
  id: string
  /** The requests that are answered here; none on a stream that a GET opened. */
  requests: readonly RpcRequest[]
  /** The connection that is open now. */
  connection(): Connection | undefined
  /** Messages go to this connection from now on; an earlier one ends. */
  attach(connection: Connection): void
  /** `store` gives it an event id. Once a connection was lost, everything gets one. */
  send(message: object, options?: { store?: boolean | undefined }): Promise<void>
  /** An event as it stands; with an id it is a place to resume from. */
  event(event: SseEvent): Promise<void>
  /** An id with empty data, for a place in the stream, by default its end. */
  prime(options: { id?: string | undefined; retry?: number | undefined; seen?: number | undefined }): Promise<void>
  /** Sends what came after that place once more. */
  replay(position: Position): void
  /** Ends the connection, not the stream. */
  closeConnection(): void
  /** Nothing will ever follow: the connection ends, and later ones end after the replay. */
  finish(): void
  isFinished(): boolean
}

export interface LineOptions {
  id: string
  session: string
  /** Undefined: nothing is kept, and ids mean nothing. */
  store: Store | undefined
  requests?: readonly RpcRequest[]
}

export function createLine({ id, session, store, requests = [] }: LineOptions): Line {
  let current: Connection | undefined
  let attached = 0
  let isFinished = false
  store?.openStream(id, session)

  return {
    id,
    requests,
    connection,
    attach,
    send,
    event,
    prime,
    replay,
    closeConnection: () => connection()?.close(),
    finish() {
      isFinished = true
      connection()?.close()
    },
    isFinished: () => isFinished,
  }

  function connection(): Connection | undefined {
    return current?.signal.aborted ? undefined : current
  }

  function wasLost(): boolean {
    return attached !== 1 || !connection()
  }

  function attach(next: Connection): void {
    const previous = current
    current = next
    attached += 1
    if (previous !== next) previous?.close()
  }

  async function send(message: object, { store: keep = false }: { store?: boolean | undefined } = {}): Promise<void> {
    const data = JSON.stringify(message)
    const event = 'message'
    const eventId = keep || wasLost() ? store?.append(id, { event, data }) : undefined
    await connection()?.send({ id: eventId, event, data })
  }

  async function event(event: SseEvent): Promise<void> {
    const keep = store && (event.id !== undefined || !connection())
    if (keep && event.data !== undefined) store.append(id, { ...event, data: event.data })
    else if (keep && event.id !== undefined) store.mark(id, undefined, event.id)
    await connection()?.send(event)
  }

  async function prime({ id: given, retry, seen }: Parameters<Line['prime']>[0]): Promise<void> {
    const name = store ? store.mark(id, seen, given) : (given ?? id)
    await connection()?.send({ id: name, retry, data: '' })
  }

  function replay(position: Position): void {
    for (const event of store?.eventsAfter(position) ?? []) connection()?.send(event)
  }
}
