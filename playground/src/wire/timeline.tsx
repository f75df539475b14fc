/** The timeline: requests as bars over time, and notes between them. */
import { useComputed, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { formatDuration } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
import { laneName, laneSummary, noteText } from './describe.ts'
import { Legend } from './legend.tsx'
import type { WireModel } from './model.ts'
import { endOf, type Lane, type Note, noteClass, type Row, startOf } from './rows.ts'
import { LaneTrack, NoteTrack, type Scale, toneOf } from './track.tsx'
import { VirtualList, type VisibleRange } from './virtual-list.tsx'

const ROW_HEIGHT = 30

export interface TimelineProps {
  model: WireModel
  rows: readonly Row[]
  selected: string | undefined
  select(key: string): void
}

export function Timeline({ model, rows, selected, select }: TimelineProps): JSX.Element {
  const visibleRange = useSignal<VisibleRange>({ first: 0, last: 0 })
  const now = useNow(model)
  const visible = rows.slice(visibleRange.value.first, visibleRange.value.last)
  const window = windowOf(model, visible, now)
  const scale: Scale = (at) => ((model.timeScale.toPosition(at) - window.from) / (window.to - window.from)) * 1_000
  const firstTime = rows[0] ? startOf(rows[0]) : 0
  return (
    <div class="timeline">
      <Axis
        label={(part) =>
          formatDuration(model.timeScale.toTime(window.from + (window.to - window.from) * part) - firstTime)
        }
        isEmpty={rows.length === 0}
      />
      <VirtualList
        label="Timeline of requests, oldest first"
        count={rows.length}
        height={ROW_HEIGHT}
        onVisibleRange={(next) => {
          visibleRange.value = next
        }}
        reveal={selected === undefined ? undefined : rows.findIndex(({ key }) => key === selected)}
        empty={<Legend />}
        row={(index) => {
          const row = rows[index]!
          const current = row.key === selected
          return (
            <button type="button" class={`wire-row ${row.kind}`} aria-pressed={current} onClick={() => select(row.key)}>
              {row.kind === 'lane' ? <LaneLabel lane={row} /> : <NoteLabel note={row} />}
              {row.kind === 'lane' ? (
                <LaneTrack lane={row} scale={scale} now={now} />
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

function LaneLabel({ lane }: { lane: Lane }): JSX.Element {
  const { number, status, eventTimes, auth } = lane
  return (
    <span class="wire-label">
      <span class="wire-number">{auth ? 'auth' : number}</span>
      <span class="wire-name">
        <Text of={laneName(lane)} maxLength={80} />
      </span>
      {eventTimes.length > 1 && <span class="wire-count">{eventTimes.length.toLocaleString('en')}</span>}
      <span class={`wire-status ${toneOf(lane)}`}>{status ?? (lane.outcome ? '×' : '…')}</span>
      <span class="visually-hidden">{laneSummary(lane)}</span>
    </span>
  )
}

function NoteLabel({ note }: { note: Note }): JSX.Element {
  return (
    <span class="wire-label">
      <span class={`wire-dot ${noteClass(note)}`} aria-hidden="true" />
      <span class="wire-name">
        <Text of={noteText(note)} maxLength={200} />
      </span>
    </span>
  )
}

function Axis({ label, isEmpty }: { label(part: number): string; isEmpty: boolean }): JSX.Element {
  return (
    <div class="axis" aria-hidden="true">
      <span />
      <span class="ticks">{!isEmpty && [0, 0.25, 0.5, 0.75].map((part) => <span key={part}>{label(part)}</span>)}</span>
    </div>
  )
}

/** The part of the axis that the visible rows cover, with some room at the end. */
function windowOf({ timeScale }: WireModel, visible: readonly Row[], now: number): { from: number; to: number } {
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
function useNow(model: WireModel): number {
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
