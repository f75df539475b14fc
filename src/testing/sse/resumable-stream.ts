/** A stream of messages that outlives its connections: what cannot be sent is stored for replay. */
import type { RpcRequest } from '../jsonrpc/message.ts'
import type { Store, StreamPosition } from '../store.ts'
import type { SseEvent } from './encode.ts'
import type { SseConnection } from './sse-connection.ts'

export interface ResumableStream {
  id: string
  /** The requests that are answered here; none on a stream that a GET opened. */
  requests: readonly RpcRequest[]
  /** The connection that is open now. */
  connection(): SseConnection | undefined
  /** Messages go to this connection from now on; an earlier one ends. */
  attach(connection: SseConnection): void
  /** `store` gives it an event id. Once a connection was lost, everything gets one. */
  send(message: object, options?: StoreOption): Promise<void>
  /** An event as it stands; one with an id is a position to resume from. */
  event(event: SseEvent): Promise<void>
  /** An id with empty data, for a position in the stream, by default its end. */
  prime(options: { id?: string | undefined; retry?: number | undefined; seen?: number | undefined }): Promise<void>
  /** Sends the events after that position once more. */
  replay(position: StreamPosition): void
  /** Ends the connection, not the stream. */
  closeConnection(): void
  /** Nothing will ever follow: the connection ends, and later ones end after the replay. */
  finish(): void
  isFinished(): boolean
}

export interface StoreOption {
  /** Whether a message gets an event id even while a connection is open. */
  store?: boolean | undefined
}

export interface ResumableStreamOptions {
  id: string
  session: string
  /** Undefined: nothing is stored, and ids cannot be resumed from. */
  store: Store | undefined
  requests?: readonly RpcRequest[]
}

export function createResumableStream({ id, session, store, requests = [] }: ResumableStreamOptions): ResumableStream {
  let current: SseConnection | undefined
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

  function connection(): SseConnection | undefined {
    return current?.signal.aborted ? undefined : current
  }

  function wasLost(): boolean {
    return attached !== 1 || !connection()
  }

  function attach(next: SseConnection): void {
    const previous = current
    current = next
    attached += 1
    if (previous !== next) previous?.close()
  }

  async function send(message: object, { store: isStored = false }: StoreOption = {}): Promise<void> {
    const data = JSON.stringify(message)
    const event = 'message'
    const eventId = isStored || wasLost() ? store?.append(id, { event, data }) : undefined
    await connection()?.send({ id: eventId, event, data })
  }

  async function event(event: SseEvent): Promise<void> {
    const isStored = store && (event.id !== undefined || !connection())
    if (isStored && event.data !== undefined) store.append(id, { ...event, data: event.data })
    else if (isStored && event.id !== undefined) store.mark(id, undefined, event.id)
    await connection()?.send(event)
  }

  async function prime({ id: eventId, retry, seen }: Parameters<ResumableStream['prime']>[0]): Promise<void> {
    const marked = store ? store.mark(id, seen, eventId) : (eventId ?? id)
    await connection()?.send({ id: marked, retry, data: '' })
  }

  function replay(position: StreamPosition): void {
    for (const event of store?.eventsAfter(position) ?? []) connection()?.send(event)
  }
}
