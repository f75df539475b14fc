/** The timeline: requests as bars over time, and notes between them. */
import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { formatBytes } from '../ui/format.ts'
import { clip, Text } from '../ui/text.tsx'
import { Axis } from './axis.tsx'
import { laneName, laneSummary, noteText } from './describe.ts'
import { nearestMessage } from './messages.ts'
import type { WireRecord } from './record.ts'
import { endOf, type Lane, type Note, noteClass, type Row, startOf } from './rows.ts'
import { selectedCall } from './selected.ts'
import { ServerLabel } from './server-label.tsx'
import { DurationLabel, LaneTrack, NoteTrack, type Scale, toneOf } from './track.tsx'
import { VirtualList, type VisibleRange } from './virtual-list.tsx'

const ROW_HEIGHT = 30
/** How many pixels beside a tick a click still means the tick. */
const TICK_PIXELS = 6

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
  const { from, to } = windowOf(model, visible, now)
  const scale: Scale = (at) => ((model.timeScale.toPosition(at) - from) / (to - from)) * 1_000
  return (
    <div class="timeline">
      <Axis timeScale={model.timeScale} from={from} to={to} zero={rows[0] && startOf(rows[0])} />
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
                  <LaneTrack lane={row} scale={scale} now={now} />
                  <DurationLabel lane={row} scale={scale} />
                </span>
              ) : (
                <NoteTrack note={row} scale={scale} />
              )}
            </button>
          )
        }}
      />
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
  const { number, status, auth, recorded } = lane
  return (
    <span class="wire-label">
      <span class="wire-number">{auth ? 'auth' : number}</span>
      <ServerLabel row={lane} />
      <span class="wire-name">
        <Text of={laneName(lane)} maxLength={120} />
      </span>
      {recorded && recorded.bytes > 0 && <span class="wire-size">{formatBytes(recorded.bytes)}</span>}
      <span class={`wire-status ${toneOf(lane)}`}>{status ?? (lane.outcome ? '×' : '…')}</span>
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

/** The part of the axis that the visible rows cover, with some room at the end. */
function windowOf({ timeScale }: WireRecord, visible: readonly Row[], now: number): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const row of visible) {
    from = Math.min(from, timeScale.toPosition(startOf(row)))
    to = Math.max(to, timeScale.toPosition(endOf(row, now)))
  }
  if (!Number.isFinite(from)) return { from: 0, to: 1 }
  return { from, to: from + Math.max((to - from) * 1.04, 40) }
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
