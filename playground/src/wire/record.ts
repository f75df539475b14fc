/** Rows and events as the views show them: of one server, or of all servers together. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { WireEvent } from 'mcp-over-fetch'
import type { Lane, Row } from './rows.ts'

/** Beyond this, the oldest events are dropped, a block at a time. */
const MAX_EVENTS = 60_000
const DROPPED_EVENTS = 10_000
/** The same for messages, also by their size. */
const MAX_MESSAGES = 20_000
const MAX_CHARACTERS = 20_000_000

/** One JSON-RPC message, or several in one body. */
export interface MessageEntry {
  key: string
  /** The request that it was sent with, or whose response it is in. */
  lane: Lane
  /** Its number in the response; -1 for what was sent. */
  index: number
  at: number
  /** Truncated. */
  data: string
  /** Of the whole. */
  size: number
  /** The request that it answers, which may be another one than that of its stream. */
  answers?: Lane | undefined
}

export interface WireRecord {
  rows: readonly Row[]
  events: readonly WireEvent[]
  /** In the order of time. */
  messages: readonly MessageEntry[]
  /** Changes at most once per animation frame. */
  version: ReadonlySignal<number>
  /** When set, the view shows only this many rows and messages; recording continues. */
  paused: Signal<{ rows: number; messages: number; at: number } | undefined>
  hasOpenRequests(): boolean
  /** The row of the request that an event is about. */
  laneOf(event: WireEvent): Lane | undefined
  /** How many rows a call has. */
  rowsOfCall(call: string | undefined): number
  /** Removes all but the open requests, whose events would be drawn nowhere. */
  clear(): void
}

/** What fills a record. */
export interface RecordWriter {
  addEvent(event: WireEvent, lane: Lane | undefined): void
  addMessage(entry: MessageEntry): void
  /** Lanes are open until they end. */
  addRow(row: Row): void
  endLane(lane: Lane): void
  /** A row has changed. */
  update(): void
  /** Removes rows, and the events of those that are requests. */
  remove(isRemoved: (row: Row) => boolean): void
}

export function createWireRecord(): { record: WireRecord; writer: RecordWriter } {
  const rows: Row[] = []
  const events: WireEvent[] = []
  const messages: MessageEntry[] = []
  let characters = 0
  const open = new Set<Lane>()
  const rowCounts = new Map<string, number>()
  const laneOfEvent = new WeakMap<WireEvent, Lane>()
  const version = signal(0)
  const paused: WireRecord['paused'] = signal(undefined)
  let isUpdateScheduled = false
  const record: WireRecord = {
    rows,
    events,
    messages,
    version,
    paused,
    hasOpenRequests: () => open.size > 0,
    laneOf: (event) => laneOfEvent.get(event),
    rowsOfCall: (call) => (call === undefined ? 0 : (rowCounts.get(call) ?? 0)),
    clear,
  }
  return { record, writer: { addEvent, addMessage, addRow, endLane, update, remove } }

  function update(): void {
    if (isUpdateScheduled) return
    isUpdateScheduled = true
    requestAnimationFrame(() => {
      isUpdateScheduled = false
      version.value++
    })
  }

  function addEvent(event: WireEvent, lane: Lane | undefined): void {
    events.push(event)
    if (lane) laneOfEvent.set(event, lane)
    update()
    if (events.length <= MAX_EVENTS) return
    events.splice(0, DROPPED_EVENTS)
    const oldest = events[0]!.timestamp
    const firstKept = rows.findIndex(
      (row) => (row.kind === 'lane' ? (row.end ?? oldest) : row.event.timestamp) >= oldest,
    )
    if (firstKept > 0) rows.splice(0, firstKept)
  }

  function addMessage(entry: MessageEntry): void {
    messages.push(entry)
    characters += entry.data.length
    update()
    while (messages.length > MAX_MESSAGES || characters > MAX_CHARACTERS)
      for (const dropped of messages.splice(0, Math.ceil(messages.length / 4))) characters -= dropped.data.length
  }

  function keepMessages(isKept: (entry: MessageEntry) => boolean): void {
    messages.splice(0, messages.length, ...messages.filter(isKept))
    characters = messages.reduce((sum, { data }) => sum + data.length, 0)
  }

  function addRow(row: Row): void {
    if (row.call) rowCounts.set(row.call, (rowCounts.get(row.call) ?? 0) + 1)
    if (row.kind === 'lane') open.add(row)
    rows.push(row)
    update()
  }

  function endLane(lane: Lane): void {
    open.delete(lane)
    update()
  }

  function remove(isRemoved: (row: Row) => boolean): void {
    const removed = new Set(rows.filter(isRemoved))
    const kept = events.filter((event) => !removed.has(laneOfEvent.get(event)!))
    rows.splice(0, rows.length, ...rows.filter((row) => !removed.has(row)))
    events.splice(0, events.length, ...kept)
    keepMessages(({ lane }) => !removed.has(lane))
    for (const row of removed) if (row.kind === 'lane') open.delete(row)
    update()
  }

  function clear(): void {
    rows.splice(0, rows.length, ...rows.filter((row) => row.kind === 'lane' && open.has(row)))
    events.length = 0
    // The question of a request that still waits.
    keepMessages(({ lane, index }) => index === -1 && open.has(lane))
    paused.value = undefined
    update()
  }
}
