/** The timeline: requests as bars over time, and notes between them. */
import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { formatBytes } from '../ui/format.ts'
import { clip, Text } from '../ui/text.tsx'
import { Axis } from './axis.tsx'
import { Badge } from './badge.tsx'
import { laneName, laneSummary, noteText } from './describe.ts'
import { outcomeOfLane } from './exchange.ts'
import { nearestMessage } from './messages.ts'
import type { WireRecord } from './record.ts'
import { createRowScale, extentOf, type TimeScale } from './row-scale.ts'
import { type Lane, type Note, noteClass, type Row, startOf } from './rows.ts'
import { selectedCall } from './selected.ts'
import { ServerLabel } from './server-label.tsx'
import { DurationLabel, LaneTrack, NoteTrack, type Scale } from './track.tsx'
import { VirtualList, type VisibleRange } from './virtual-list.tsx'
import { NOW_MS, useDragZoom, zoom } from './zoom.tsx'

const ROW_HEIGHT = 30
/** How many pixels beside a tick a click still means the tick. */
const TICK_PIXELS = 6
/** A shorter request could neither be seen nor hit. */
const MIN_BAR_PIXELS = 8

export interface TimelineProps {
  model: WireRecord
  rows: readonly Row[]
  selected: string | undefined
  /** `message` is the index of the message whose tick was clicked. */
  select(key: string, message?: number): void
  empty: ComponentChildren
}

export function Timeline({ model, rows, selected, select, empty }: TimelineProps): JSX.Element {
  const visibleRange = useSignal<VisibleRange>({ first: 0, last: 0 })
  const now = useNow(model)
  const visible = rows.slice(visibleRange.value.first, visibleRange.value.last)
  const timeScale = createRowScale(visible, now)
  const { from, to } = windowOf(timeScale, visible, now)
  const scale: Scale = (at) => ((timeScale.toPosition(at) - from) / (to - from)) * 1_000
  const width = useSignal(400)
  const minBar = (MIN_BAR_PIXELS / width.value) * 1_000
  const drag = useDragZoom((part) => timeScale.toTime(from + part * (to - from)))
  return (
    <div class="timeline" {...drag.handlers}>
      <Axis
        timeScale={timeScale}
        from={from}
        to={to}
        zero={rows[0] && startOf(rows[0])}
        width={width.value}
        onWidth={(pixels) => (width.value = Math.max(pixels, 1))}
      />
      <VirtualList
        label="Timeline of requests, oldest first"
        count={rows.length}
        height={ROW_HEIGHT}
        onVisibleRange={(next) => {
          visibleRange.value = next
        }}
        reveal={selected === undefined ? undefined : rows.findIndex(({ key }) => key === selected)}
        empty={empty}
        row={(index) => {
          const row = rows[index]!
          const story = row.call !== undefined && row.call === selectedCall.value ? 'related' : ''
          const thread = model.rowsOfCall(row.call) > 1 ? 'threaded' : ''
          return (
            <button
              type="button"
              class={`wire-row ${row.kind} ${thread} ${story}`}
              title={clip(row.kind === 'lane' ? laneSummary(row) : noteText(row), 1_000)}
              aria-pressed={row.key === selected}
              onClick={(event) => select(row.key, row.kind === 'lane' ? clickedMessage(row, scale, event) : undefined)}
            >
              {row.kind === 'lane' ? <LaneLabel lane={row} /> : <NoteLabel note={row} />}
              {row.kind === 'lane' ? (
                <span class="track-cell">
                  <LaneTrack lane={row} scale={scale} now={now} minBar={minBar} />
                  <DurationLabel lane={row} scale={scale} minBar={minBar} />
                </span>
              ) : (
                <NoteTrack note={row} scale={scale} />
              )}
            </button>
          )
        }}
      />
      {drag.overlay}
    </div>
  )
}

/** The index of the message whose tick is under the pointer. The keyboard reaches messages in the details. */
function clickedMessage(lane: Lane, scale: Scale, { target, clientX }: MouseEvent): number | undefined {
  const track = (target as Element).closest('.track-cell')?.getBoundingClientRect()
  if (!track || !lane.recorded) return undefined
  const toPixels = (at: number) => track.left + (scale(at) / 1_000) * track.width
  const near = lane.eventTimes.filter((at) => Math.abs(toPixels(at) - clientX) <= TICK_PIXELS)
  const [nearest] = near.sort((a, b) => Math.abs(toPixels(a) - clientX) - Math.abs(toPixels(b) - clientX))
  return nearest === undefined ? undefined : nearestMessage(lane.recorded.messages, nearest)?.index
}

function LaneLabel({ lane }: { lane: Lane }): JSX.Element {
  const { number, auth, recorded } = lane
  return (
    <span class="wire-label">
      <span class="wire-number">{number}</span>
      <ServerLabel row={lane} />
      {auth && <span class="tag">auth</span>}
      <span class="wire-name">
        <Text of={laneName(lane)} maxLength={120} />
      </span>
      {recorded && recorded.bytes > 0 && <span class="wire-size">{formatBytes(recorded.bytes)}</span>}
      <Badge of={outcomeOfLane(lane)} />
    </span>
  )
}

function NoteLabel({ note }: { note: Note }): JSX.Element {
  return (
    <span class="wire-label">
      <span class={`wire-dot ${noteClass(note)}`} aria-hidden="true" />
      <ServerLabel row={note} />
      <span class="wire-name">
        <Text of={noteText(note)} maxLength={200} />
      </span>
    </span>
  )
}

/** The positions that are shown: those of the visible rows, of a part of them, or of the last seconds. */
function windowOf(scale: TimeScale, visible: readonly Row[], now: number): { from: number; to: number } {
  const { value } = zoom
  if (value.kind === 'fit') return extentOf(scale, visible, now)
  const [start, end] = value.kind === 'now' ? [now - NOW_MS, now] : [value.from, value.to]
  const from = scale.toPosition(start)
  return { from, to: Math.max(scale.toPosition(end), from + 1) }
}

/** The time up to which open requests are drawn; updated four times a second while there are any. */
function useNow(model: WireRecord): number {
  const tick = useSignal(0)
  const at = useComputed(() => {
    void (tick.value + model.version.value)
    return model.paused.value?.at ?? Date.now()
  })
  useEffect(() => {
    const timer = setInterval(() => {
      if (model.hasOpenRequests() && !model.paused.value) tick.value++
    }, 250)
    return () => clearInterval(timer)
  }, [])
  return at.value
}
