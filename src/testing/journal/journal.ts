/** Keeps account of every HTTP request and of what became of its response. */
import { createDeferred } from '../util/deferred.ts'
import { createEventCounter } from '../sse/event-counter.ts'
import type { Clock } from '../features/request-context.ts'
import { isRecord, nameOf, parseBody } from '../jsonrpc/message.ts'
import type { JournalEntry } from '../script/script.ts'
import { createTap, type Tap } from '../http/observed-body.ts'

export interface Journal {
  /** Begins an entry. From here on, a client that leaves is noticed. */
  open(request: Request, path: string, text: string): JournalEntry
  /** The same response, under observation. */
  watch(entry: JournalEntry, response: Response, signal: AbortSignal): Response
  fail(entry: JournalEntry, reason: unknown): void
  entries(): JournalEntry[]
  /** Counts changes, so that a reader can ask for news. */
  version(): number
  /** Resolves at the next change. */
  changed(): Promise<void>
  /** Ends the open responses of these requests cleanly. */
  closeWhere(test: (entry: JournalEntry) => boolean): void
  clear(): void
}

export function createJournal(clock: Clock): Journal {
  let entries: JournalEntry[] = []
  let taps = new Map<JournalEntry, Tap>()
  let version = 0
  let news = createDeferred()

  return {
    open,
    watch,
    fail,
    entries: () => entries,
    version: () => version,
    changed: () => news.promise,
    closeWhere,
    clear,
  }

  function open(request: Request, path: string, text: string): JournalEntry {
    const entry: JournalEntry = {
      n: entries.length + 1,
      at: clock.now(),
      http: request.method,
      path,
      headers: Object.fromEntries(request.headers),
      ...describeBody(text),
      bytes: 0,
      events: 0,
    }
    entries.push(entry)
    request.signal.addEventListener('abort', () => leave(entry, request.signal.reason), { once: true })
    if (request.signal.aborted) leave(entry, request.signal.reason)
    change()
    return entry
  }

  function leave(entry: JournalEntry, reason: unknown): void {
    const tap = taps.get(entry)
    if (tap) tap.leave(reason)
    else end(entry, 'client-left')
  }

  function watch(entry: JournalEntry, response: Response, signal: AbortSignal): Response {
    entry.status = response.status
    const contentType = response.headers.get('content-type')
    if (contentType) entry.contentType = contentType
    change()
    if (!response.body) {
      end(entry, 'no-body')
      return response
    }
    const countEvents = contentType?.startsWith('text/event-stream') ? createEventCounter() : () => 0
    const tap = createTap(response.body, {
      onBytes(bytes) {
        entry.bytes += bytes.length
        entry.events += countEvents(bytes)
        change()
      },
      onEnd(ending) {
        taps.delete(entry)
        end(entry, ending)
      },
    })
    taps.set(entry, tap)
    if (signal.aborted) tap.leave(signal.reason)
    return new Response(tap.body, { status: response.status, headers: response.headers })
  }

  function end(entry: JournalEntry, ending: NonNullable<JournalEntry['ended']>): void {
    if (entry.ended) return
    entry.ended = ending
    entry.endedAt = clock.now()
    change()
  }

  function fail(entry: JournalEntry, reason: unknown): void {
    entry.error = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
    change()
  }

  function closeWhere(test: (entry: JournalEntry) => boolean): void {
    for (const [entry, tap] of [...taps]) if (test(entry)) tap.close()
  }

  function clear(): void {
    entries = []
    taps = new Map()
    change()
  }

  function change(): void {
    version += 1
    const told = news
    news = createDeferred()
    told.resolve()
  }
}

function describeBody(text: string): Pick<JournalEntry, 'body' | 'rpc' | 'id'> {
  if (text === '') return {}
  const body = parseBody(text)
  const rpc = nameOf(body)
  const id = isRecord(body) ? (body.id as JournalEntry['id']) : undefined
  return { body, ...(rpc !== undefined && { rpc }), ...(id !== undefined && { id }) }
}
