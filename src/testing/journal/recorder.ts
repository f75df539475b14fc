/** Records every HTTP request and the outcome of its response. */
import type { Clock } from '../clock/clock.ts'
import { type ObservedBody, observeBody } from '../http/observed-body.ts'
import { messageName, parseBody } from '../jsonrpc/message.ts'
import { createEventCounter } from '../sse/event-counter.ts'
import { createDeferred, type Deferred } from '../util/deferred.ts'
import { isObject } from '../util/is-object.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Told what the journal itself does not keep. */
export interface ResponseObserver {
  /** A script answers this request. */
  onShaped(entry: JournalEntry): void
  onBytes(entry: JournalEntry, bytes: Uint8Array): void
}

export interface Recorder {
  /** Begins an entry. From here on, a client that leaves is noticed. */
  open(request: Request, path: string, text: string): JournalEntry
  /** The same response with a body that the journal observes. */
  watch(entry: JournalEntry, response: Response, signal: AbortSignal): Response
  fail(entry: JournalEntry, reason: unknown): void
  /** The connection broke before there was a response. */
  breakOff(entry: JournalEntry): void
  entries(): JournalEntry[]
  /** Grows with every change, so that a reader can wait for one that it has not seen. */
  version(): number
  /** Resolves at the next change. */
  changed(): Promise<void>
  /** Ends the open responses of these requests cleanly. */
  closeWhere(test: (entry: JournalEntry) => boolean): void
  clear(): void
}

export function createRecorder(clock: Clock, observer?: ResponseObserver): Recorder {
  let entries: JournalEntry[] = []
  let openBodies = new Map<JournalEntry, ObservedBody>()
  let version = 0
  /** Only while somebody waits: in a Worker, a promise belongs to the request that created it. */
  let nextChange: Deferred<void> | undefined

  return {
    open,
    watch,
    fail,
    breakOff: (entry) => end(entry, 'fault'),
    entries: () => entries,
    version: () => version,
    changed,
    closeWhere,
    clear,
  }

  function open(request: Request, path: string, text: string): JournalEntry {
    const entry: JournalEntry = {
      number: entries.length + 1,
      receivedAt: clock.now(),
      httpMethod: request.method,
      path,
      headers: Object.fromEntries(request.headers),
      ...describeBody(text),
      ...describeSession(request),
      bytes: 0,
      events: 0,
    }
    entries.push(entry)
    request.signal.addEventListener('abort', () => disconnect(entry, request.signal.reason), { once: true })
    if (request.signal.aborted) disconnect(entry, request.signal.reason)
    notifyChange()
    return entry
  }

  function disconnect(entry: JournalEntry, reason: unknown): void {
    const body = openBodies.get(entry)
    if (body) body.disconnect(reason)
    else end(entry, 'client-left')
  }

  function watch(entry: JournalEntry, response: Response, signal: AbortSignal): Response {
    entry.status = response.status
    const session = response.headers.get('mcp-session-id')
    if (session) entry.session = session
    const contentType = response.headers.get('content-type')
    if (contentType) entry.contentType = contentType
    notifyChange()
    if (!response.body) {
      end(entry, 'no-body')
      return response
    }
    const countEvents = contentType?.startsWith('text/event-stream') ? createEventCounter() : () => 0
    const observed = observeBody(response.body, {
      onBytes(bytes) {
        entry.bytes += bytes.length
        entry.events += countEvents(bytes)
        observer?.onBytes(entry, bytes)
        notifyChange()
      },
      onEnd(ending) {
        openBodies.delete(entry)
        end(entry, ending)
      },
    })
    openBodies.set(entry, observed)
    if (signal.aborted) observed.disconnect(signal.reason)
    return new Response(observed.body, { status: response.status, headers: response.headers })
  }

  function end(entry: JournalEntry, ending: NonNullable<JournalEntry['ended']>): void {
    if (entry.ended) return
    entry.ended = ending
    entry.endedAt = clock.now()
    notifyChange()
  }

  function fail(entry: JournalEntry, reason: unknown): void {
    entry.error = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
    notifyChange()
  }

  function closeWhere(test: (entry: JournalEntry) => boolean): void {
    for (const [entry, body] of [...openBodies]) if (test(entry)) body.close()
  }

  function clear(): void {
    entries = []
    openBodies = new Map()
    notifyChange()
  }

  function notifyChange(): void {
    version += 1
    const previous = nextChange
    nextChange = undefined
    previous?.resolve()
  }

  function changed(): Promise<void> {
    nextChange ??= createDeferred()
    return nextChange.promise
  }
}

function describeBody(text: string): Pick<JournalEntry, 'body' | 'rpcMethod' | 'id'> {
  if (text === '') return {}
  const body = parseBody(text)
  const rpcMethod = messageName(body)
  const id = isObject(body) ? (body.id as JournalEntry['id']) : undefined
  return { body, ...(rpcMethod !== undefined && { rpcMethod }), ...(id !== undefined && { id }) }
}

/** The session that the request names; over HTTP+SSE it is in the query. */
function describeSession(request: Request): Pick<JournalEntry, 'session'> {
  const session = request.headers.get('mcp-session-id') ?? new URL(request.url).searchParams.get('session_id')
  return session === null ? {} : { session }
}
