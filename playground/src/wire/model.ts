/** Everything that happened on the wire since the page was opened, in a form that can be drawn at any size. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Fetch, WireEvent } from 'mcp-over-fetch'
import { recordingFetch } from './recording-fetch.ts'
import { isNoteEvent, type Lane, type Row } from './rows.ts'
import { createTimeScale, type TimeScale } from './time-scale.ts'

/** Of events; what is older goes in blocks. */
const MOST = 60_000
const BLOCK = 10_000

export interface WireModel {
  rows: readonly Row[]
  events: readonly WireEvent[]
  timeScale: TimeScale
  /** Changes at most once a frame, however much happens. */
  version: ReadonlySignal<number>
  /** When set, the view stands still at these lengths; recording goes on. */
  paused: Signal<{ rows: number; events: number; at: number } | undefined>
  /** Whether any request is still open. */
  isBusy(): boolean
  /** For one connection: what to hand to `connect()`, and to `oauth()` for its own requests. */
  open(fetch?: Fetch): { onEvent(event: WireEvent): void; fetch: Fetch }
  watchAuth(inner: Fetch, endpoint: string): Fetch
  clear(): void
}

export function createWireModel(): WireModel {
  const rows: Row[] = []
  const events: WireEvent[] = []
  const open = new Set<Lane>()
  const version = signal(0)
  const paused: WireModel['paused'] = signal(undefined)
  let timeScale = createTimeScale()
  let connections = 0
  let authRequests = 0
  let drawing = false
  return {
    rows,
    events,
    get timeScale() {
      return timeScale
    },
    version,
    paused,
    isBusy: () => open.size > 0,
    open: openConnection,
    watchAuth,
    clear,
  }

  function changed(): void {
    if (drawing) return
    drawing = true
    requestAnimationFrame(() => {
      drawing = false
      version.value++
    })
  }

  function openConnection(inner: Fetch = (url, init) => fetch(url, init)): ReturnType<WireModel['open']> {
    const connection = ++connections
    const lanes = new Map<number, Lane>()
    // A request is reported right before it is handed to `fetch`.
    let leaving: Lane | undefined
    return {
      onEvent(event) {
        keep(event)
        if (event.type === 'request') {
          leaving = lane(`${connection}-${event.n}`, event)
          lanes.set(event.n, leaving)
        } else if ('n' in event) {
          const found = lanes.get(event.n)
          if (found && apply(found, event)) open.delete(found)
        } else if (isNoteEvent(event)) rows.push({ kind: 'note', key: `${connection}-e${events.length}`, event })
        changed()
      },
      fetch: recordingFetch(inner, (recorded) => {
        const sent = leaving
        leaving = undefined
        if (sent) sent.recorded = recorded
        return (how) => sent && finish(sent, { end: Date.now(), how })
      }),
    }
  }

  function lane(key: string, event: Extract<WireEvent, { type: 'request' }>): Lane {
    const { n, method, url, rpc, headers, at: start } = event
    const made: Lane = { kind: 'lane', key, n, method, url, rpc, headers, start, marks: [] }
    rows.push(made)
    open.add(made)
    return made
  }

  function keep(event: WireEvent): void {
    timeScale.add(event.at)
    events.push(event)
    if (events.length <= MOST) return
    events.splice(0, BLOCK)
    const oldest = events[0]!.at
    const gone = rows.findIndex((row) => (row.kind === 'lane' ? (row.end ?? oldest) : row.event.at) >= oldest)
    if (gone > 0) rows.splice(0, gone)
  }

  /** Requests of the authorization: their addresses and statuses, and nothing that could be a secret. */
  function watchAuth(inner: Fetch, endpoint: string): Fetch {
    const { origin: home, pathname: path } = new URL(endpoint)
    return async (url, init) => {
      const { origin, pathname } = new URL(url)
      if (origin === home && pathname === path) return inner(url, init)
      const n = ++authRequests
      const own = { type: 'request', n, method: init.method, url: origin + pathname, rpc: nameOf(pathname) } as const
      const made = lane(`auth-${n}`, { ...own, headers: {}, at: Date.now() })
      made.auth = true
      timeScale.add(made.start)
      try {
        const response = await inner(url, init)
        finish(made, { status: response.status, headAt: Date.now(), end: Date.now(), how: 'read' })
        return response
      } catch (error) {
        finish(made, { end: Date.now(), how: 'failed' })
        throw error
      }
    }
  }

  function finish(lane: Lane, known: Partial<Lane>): void {
    Object.assign(lane, known)
    open.delete(lane)
    timeScale.add(Date.now())
    changed()
  }

  function clear(): void {
    rows.length = 0
    events.length = 0
    open.clear()
    timeScale = createTimeScale()
    paused.value = undefined
    changed()
  }
}

/** Puts what an event says into its lane; true when the lane is over. */
function apply(lane: Lane, event: WireEvent & { n: number }): boolean {
  switch (event.type) {
    case 'response':
      Object.assign(lane, { status: event.status, responseHeaders: event.headers, headAt: event.at })
      return false
    case 'stream-event':
      lane.marks.push(event.at)
      return false
    case 'response-ended':
      lane.end = event.at
      lane.how = event.how
      return true
    case 'drain':
      lane.drain = { how: event.how, at: event.at }
      return true
    default:
      return false
  }
}

function nameOf(path: string): string {
  if (path.includes('oauth-protected-resource')) return 'resource metadata'
  if (path.includes('.well-known/')) return 'server metadata'
  return path.split('/').at(-1) || 'authorization'
}

export const wire: WireModel = createWireModel()
