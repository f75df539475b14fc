/** Draws one row of the timeline: waiting, body, stream events and drain of a request, or the moment of a note. */
import type { JSX } from 'preact'
import { formatDuration } from '../ui/format.ts'
import { outcomeOfLane } from './exchange.ts'
import { isQuiet, type Lane, type Note, noteClass } from './rows.ts'

/** Maps a time to 0 … 1000. */
export type Scale = (at: number) => number

const HEIGHT = 24
/** Waiting and draining are drawn as thin bars, and so are quiet streams and the time that an answer took a person. */
const thinBars: Record<string, number> = { wait: 6, drain: 6, thinking: 4, quiet: 4 }
/** The smallest distance at which two marks are distinguishable. */
const MIN_DISTANCE = 4

export interface LaneTrackProps {
  lane: Lane
  scale: Scale
  now: number
  /** The smallest width of a bar, as the scale measures. */
  minBar?: number
}

export function LaneTrack({ lane, scale, now, minBar = 3 }: LaneTrackProps): JSX.Element {
  const { start, headersAt, eventTimes, drain, question } = lane
  const end = lane.end ?? now
  const answered = drain ? (eventTimes.at(-1) ?? headersAt ?? start) : end
  return (
    <svg class="track" viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {question && <Bar kind="thinking" from={scale(question.at)} to={scale(start)} min={minBar} />}
      <Bar kind="wait" from={scale(start)} to={scale(headersAt ?? end)} min={minBar} />
      {headersAt !== undefined && (
        <Bar kind={bodyKind(lane)} from={scale(headersAt)} to={scale(answered)} min={minBar} />
      )}
      {drain && <Bar kind="drain" from={scale(answered)} to={scale(drain.at)} min={minBar} />}
      {lane.refusal && <path class="refusal" d={`M${scale(lane.refusal.at).toFixed(1)} 2V22`} />}
      <path class="marks" d={marksPath(eventTimes, scale)} />
      {lane.end === undefined && <path class="open-end" d={`M${scale(now).toFixed(1)} 3V21`} />}
    </svg>
  )
}

/** How long a request took, beside its bar. */
export function DurationLabel({ lane, scale, minBar = 3 }: Omit<LaneTrackProps, 'now'>): JSX.Element | null {
  const { start, end, drain, question } = lane
  if (end === undefined) return null
  // After the last of its bars, each of which has at least the smallest width.
  const begun = drain ? (lane.eventTimes.at(-1) ?? lane.headersAt ?? start) : (lane.headersAt ?? start)
  const after = Math.max(scale(drain?.at ?? end), scale(begun) + minBar)
  const isLeft = after > 820
  const edge = isLeft ? 1_000 - scale(question?.at ?? start) : after
  return (
    <span
      class="duration"
      style={{ [isLeft ? 'right' : 'left']: `${(Math.min(Math.max(edge, 0), 820) / 10).toFixed(1)}%` }}
    >
      {formatDuration(end - start)}
    </span>
  )
}

const bodyKind = (lane: Lane) =>
  isQuiet(lane) ? 'quiet' : outcomeOfLane(lane).tone === 'quiet' ? 'plain' : outcomeOfLane(lane).tone

function Bar({ kind, from, to, min }: { kind: string; from: number; to: number; min: number }): JSX.Element {
  const height = thinBars[kind] ?? 14
  const width = Math.max(to - from, min)
  // At the end of the track it grows to the left.
  const x = to <= 1_000 ? Math.min(from, 1_000 - width) : from
  return <rect class={`bar ${kind}`} x={x} y={(HEIGHT - height) / 2} width={width} height={height} />
}

export function NoteTrack({ note, scale }: { note: Note; scale: Scale }): JSX.Element {
  const { event } = note
  const at = scale(event.timestamp)
  const waits = event.type === 'reconnect' && event.delay > 0
  const until = waits ? scale(event.timestamp + event.delay) : at
  return (
    <svg
      class={`track ${noteClass(note)}`}
      viewBox={`0 0 1000 ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {waits && <path class="gap" d={`M${at} 12H${until}`} />}
      <path class="moment" d={`M${at} 2V22`} />
      {waits && <path class="moment faint" d={`M${until} 5V19`} />}
    </svg>
  )
}

/** Leaves out marks that are too close to be distinguishable, so that the cost is bounded. */
function marksPath(times: readonly number[], scale: Scale): string {
  let path = ''
  let last = Number.NEGATIVE_INFINITY
  const step = Math.max(1, Math.floor(times.length / 2_000))
  for (let index = 0; index < times.length; index += step) {
    const x = scale(times[index]!)
    if (x - last < MIN_DISTANCE || x < -10 || x > 1_010) continue
    path += `M${x.toFixed(1)} 4V20`
    last = x
  }
  return path
}
