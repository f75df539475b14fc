/** The record of everything on the wire since the page was opened: events, timeline rows and time axis. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Fetch, WireEvent } from 'mcp-over-fetch'
import { type AuthLanes, createAuthLanes } from './auth-lanes.ts'
import { describeRequest, readQuestion } from './questions.ts'
import { createRecordingFetch } from './recording-fetch.ts'
import { isNoteEvent, type Lane, type Question, type Row, startOf } from './rows.ts'
import { createTimeScale, type TimeScale } from './time-scale.ts'

/** Beyond this, the oldest events are dropped, a block at a time. */
const MAX_EVENTS = 60_000
const DROPPED_EVENTS = 10_000

export interface WireModel extends AuthLanes {
  rows: readonly Row[]
  events: readonly WireEvent[]
  timeScale: TimeScale
  /** Changes at most once per animation frame. */
  version: ReadonlySignal<number>
  /** When set, the view shows only this many rows and events; recording continues. */
  paused: Signal<{ rows: number; events: number; at: number } | undefined>
  hasOpenRequests(): boolean
  /** The row of the request that an event is about. */
  laneOf(event: WireEvent): Lane | undefined
  /** How many rows a call has. */
  rowsOfCall(call: string | undefined): number
  /** The options of `connect()` that record one connection. */
  open(fetch?: Fetch): { onEvent(event: WireEvent): void; fetch: Fetch }
  /** Removes all but the open requests, whose events would be drawn nowhere. */
  clear(): void
}

export function createWireModel(): WireModel {
  const rows: Row[] = []
  const events: WireEvent[] = []
  const open = new Set<Lane>()
  const rowCounts = new Map<string, number>()
  const laneOfEvent = new WeakMap<WireEvent, Lane>()
  const laneOfSignal = new WeakMap<AbortSignal, Lane>()
  const version = signal(0)
  const paused: WireModel['paused'] = signal(undefined)
  let timeScale = createTimeScale()
  let connections = 0
  let isUpdateScheduled = false
  return {
    rows,
    events,
    get timeScale() {
      return timeScale
    },
    version,
    paused,
    hasOpenRequests: () => open.size > 0,
    laneOf: (event) => laneOfEvent.get(event),
    rowsOfCall: (call) => (call === undefined ? 0 : (rowCounts.get(call) ?? 0)),
    open: openConnection,
    ...createAuthLanes({
      rows,
      add: addRow,
      finish,
      laneOfSignal: (signal) => laneOfSignal.get(signal),
    }),
    clear,
  }

  function scheduleUpdate(): void {
    if (isUpdateScheduled) return
    isUpdateScheduled = true
    requestAnimationFrame(() => {
      isUpdateScheduled = false
      version.value++
    })
  }

  function openConnection(inner: Fetch = (url, init) => fetch(url, init)): ReturnType<WireModel['open']> {
    const connection = ++connections
    const lanes = new Map<number, Lane>()
    /** The questions of the server by their JSON-RPC id. */
    const questions = new Map<unknown, Question>()
    /** The last request of each call. */
    const lastOfCall = new Map<string, Lane>()
    // The client emits the `request` event right before it calls `fetch`.
    let nextLane: Lane | undefined
    return {
      onEvent(event) {
        addEvent(event)
        const call = event.call === undefined ? undefined : `${connection}-c${event.call}`
        if (call && (event.type === 'request' || isNoteEvent(event))) {
          rowCounts.set(call, (rowCounts.get(call) ?? 0) + 1)
        }
        if (event.type === 'request') {
          nextLane = addLane(`${connection}-${event.request}`, event)
          nextLane.call = call
          // A resumed stream has no body that says what it is about.
          nextLane.subject = call && event.method === 'GET' ? lastOfCall.get(call)?.subject : undefined
          lanes.set(event.request, nextLane)
          laneOfEvent.set(event, nextLane)
        } else if ('request' in event) {
          const lane = lanes.get(event.request)
          if (lane && applyEvent(lane, event)) open.delete(lane)
          if (lane) laneOfEvent.set(event, lane)
        } else if (isNoteEvent(event)) {
          rows.push({ kind: 'note', key: `${connection}-e${events.length}`, event, call })
        }
        scheduleUpdate()
      },
      fetch: createRecordingFetch(inner, (recorded, signal) => {
        const lane = nextLane
        nextLane = undefined
        if (lane) {
          lane.recorded = recorded
          laneOfSignal.set(signal, lane)
          Object.assign(lane, describeRequest(lane, questions, lane.call ? lastOfCall.get(lane.call) : undefined))
          if (lane.call) lastOfCall.set(lane.call, lane)
        }
        return {
          onMessage: (message) => readQuestion(message, questions),
          onFailure: (outcome) => lane && finish(lane, { end: Date.now(), outcome, ...describeRefusal(lane) }),
        }
      }),
    }
  }

  function addLane(key: string, event: Extract<WireEvent, { type: 'request' }>): Lane {
    const { request: number, method, url, rpcMethod: rpc, headers, timestamp: start } = event
    const lane: Lane = { kind: 'lane', key, number, method, url, rpc, headers, start, eventTimes: [] }
    addRow(lane)
    return lane
  }

  function addRow(lane: Lane): void {
    timeScale.add(lane.start)
    rows.push(lane)
    open.add(lane)
    scheduleUpdate()
  }

  function addEvent(event: WireEvent): void {
    timeScale.add(event.timestamp)
    events.push(event)
    if (events.length <= MAX_EVENTS) return
    events.splice(0, DROPPED_EVENTS)
    const oldest = events[0]!.timestamp
    const firstKept = rows.findIndex(
      (row) => (row.kind === 'lane' ? (row.end ?? oldest) : row.event.timestamp) >= oldest,
    )
    if (firstKept > 0) rows.splice(0, firstKept)
  }

  function finish(lane: Lane, known: Partial<Lane>): void {
    Object.assign(lane, known)
    open.delete(lane)
    timeScale.add(Date.now())
    scheduleUpdate()
  }

  function clear(): void {
    rows.splice(0, rows.length, ...rows.filter((row) => row.kind === 'lane' && open.has(row)))
    events.length = 0
    timeScale = createTimeScale()
    for (const row of rows) timeScale.add(startOf(row))
    timeScale.add(Date.now())
    paused.value = undefined
    scheduleUpdate()
  }
}

/** The status and headers of a response for which the given `fetch` threw an error instead. */
function describeRefusal({ refusal }: Lane): Partial<Lane> {
  return refusal ? { status: refusal.status, responseHeaders: refusal.headers, headersAt: refusal.at } : {}
}

/** Updates a lane by one of its events; true when the request has ended. */
function applyEvent(lane: Lane, event: WireEvent & { request: number }): boolean {
  switch (event.type) {
    case 'response':
      Object.assign(lane, { status: event.status, responseHeaders: event.headers, headersAt: event.timestamp })
      return false
    case 'stream-event':
      lane.eventTimes.push(event.timestamp)
      return false
    case 'response-ended':
      lane.end = event.timestamp
      lane.outcome = event.outcome
      return true
    case 'drain':
      lane.drain = { outcome: event.outcome, at: event.timestamp }
      return true
    default:
      return false
  }
}

export const wire: WireModel = createWireModel()
