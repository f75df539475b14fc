/** The drawing of one row of the timeline: waiting, body, stream events, drain; or the gap before a reconnect. */
import type { JSX } from 'preact'
import { type Lane, type Note, signOf } from './rows.ts'

/** Turns a time into 0 … 1000. */
export type Scale = (at: number) => number

const HEIGHT = 24
/** Waiting and draining are thinner than what matters. */
const heights: Record<string, number> = { wait: 6, drain: 6 }
/** Units between two marks that can still be told apart. */
const APART = 4

export function LaneTrack({ lane, scale, now }: { lane: Lane; scale: Scale; now: number }): JSX.Element {
  const { start, headAt, marks, drain } = lane
  const end = lane.end ?? now
  const answered = drain ? (marks.at(-1) ?? headAt ?? start) : end
  return (
    <svg class="track" viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <Bar kind="wait" from={scale(start)} to={scale(headAt ?? end)} />
      {headAt !== undefined && <Bar kind={toneOf(lane)} from={scale(headAt)} to={scale(answered)} />}
      {drain && <Bar kind="drain" from={scale(answered)} to={scale(drain.at)} />}
      <path class="marks" d={marksPath(marks, scale)} />
      {lane.end === undefined && <path class="open-end" d={`M${scale(now).toFixed(1)} 3V21`} />}
    </svg>
  )
}

function Bar({ kind, from, to }: { kind: string; from: number; to: number }): JSX.Element {
  const height = heights[kind] ?? 14
  return (
    <rect class={`bar ${kind}`} x={from} y={(HEIGHT - height) / 2} width={Math.max(to - from, 3)} height={height} />
  )
}

export function NoteTrack({ note, scale }: { note: Note; scale: Scale }): JSX.Element {
  const { event } = note
  const at = scale(event.at)
  const waits = event.type === 'reconnect' && event.delay > 0
  const until = waits ? scale(event.at + event.delay) : at
  return (
    <svg class={`track ${signOf(note)}`} viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {waits && <path class="gap" d={`M${at} 12H${until}`} />}
      <path class="moment" d={`M${at} 2V22`} />
      {waits && <path class="moment faint" d={`M${until} 5V19`} />}
    </svg>
  )
}

export function toneOf({ status, how }: Lane): 'good' | 'bad' | 'cancelled' {
  if (how === 'failed' || (status !== undefined && status >= 400)) return 'bad'
  return how === 'cancelled' ? 'cancelled' : 'good'
}

/** Never more marks than can be told apart, so that ten thousand cost as much as a hundred. */
function marksPath(marks: readonly number[], scale: Scale): string {
  let path = ''
  let last = Number.NEGATIVE_INFINITY
  const step = Math.max(1, Math.floor(marks.length / 2_000))
  for (let index = 0; index < marks.length; index += step) {
    const x = scale(marks[index]!)
    if (x - last < APART || x < -10 || x > 1_010) continue
    path += `M${x.toFixed(1)} 4V20`
    last = x
  }
  return path
}
