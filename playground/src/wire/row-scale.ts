/** The time axis of the shown rows: time in which something runs is in proportion, idle time is folded. */
import { endOf, isQuiet, type Row, startOf } from './rows.ts'

export interface TimeScale {
  /** The position of a time on the axis. */
  toPosition(at: number): number
  /** The time at a position on the axis. */
  toTime(position: number): number
  /** The folded idle times, in order. */
  folds: readonly Fold[]
}

/** An idle time that takes less room on the axis than its length. */
export interface Fold {
  /** Positions on the axis. */
  from: number
  to: number
  ms: number
}

/** Busy times up to this many milliseconds are linear, longer ones logarithmic. */
const LINEAR_MS = 400
/** Longer idle times are marked as folds. */
const FOLDED_MS = 800
/** All idle times together take at most this part of the busy ones, each within these bounds. */
const IDLE_PART = 0.2
const MIN_IDLE = 10
const MAX_IDLE = 40
/** Events of a quiet stream that get a place of their own. */
const MAX_EVENTS = 100

export function createRowScale(rows: readonly Row[], now: number): TimeScale {
  const times = [...new Set(rows.flatMap((row) => timesOf(row, now)))].sort((a, b) => a - b)
  const isBusy = busyTimes(rows, now)
  const gaps = times.slice(1).map((to, index) => ({ ms: to - times[index]!, busy: isBusy(times[index]!, to) }))
  const busy = gaps.reduce((sum, { ms, busy }) => sum + (busy ? compress(ms) : 0), 0)
  const idleCount = gaps.filter(({ ms, busy }) => !busy && ms > FOLDED_MS).length
  const most = Math.min(Math.max((busy * IDLE_PART) / Math.max(idleCount, 1), MIN_IDLE), MAX_IDLE)
  const positions = [0]
  const folds: Fold[] = []
  for (const { ms, busy } of gaps) {
    const from = positions.at(-1)!
    // Grows with the time and never beyond a bound, so that nothing jumps when an idle time becomes a fold.
    const to = from + (busy ? compress(ms) : (most * ms) / (most + ms))
    positions.push(to)
    if (!busy && ms > FOLDED_MS) folds.push({ from, to, ms })
  }
  return {
    toPosition: (at) => interpolate(times, positions, at),
    toTime: (at) => interpolate(positions, times, at),
    folds,
  }
}

/** The times at which something of a row begins or ends. */
function timesOf(row: Row, now: number): number[] {
  if (row.kind === 'note') return [row.event.timestamp, endOf(row, now)]
  const { start, headersAt, end, eventTimes } = row
  if (isQuiet(row)) return [start, ...(end === undefined ? [] : [end]), ...eventTimes.slice(-MAX_EVENTS)]
  return [startOf(row), start, ...(headersAt === undefined ? [] : [headersAt]), endOf(row, now)]
}

/** Whether something runs between two times that follow each other on the axis. */
function busyTimes(rows: readonly Row[], now: number): (from: number, to: number) => boolean {
  const running = rows.filter((row) => row.kind === 'note' || !isQuiet(row))
  const spans = running.map((row) => [startOf(row), endOf(row, now)] as const)
  return (from, to) => spans.some(([start, end]) => start <= from && end >= to && end > start)
}

function compress(ms: number): number {
  return ms <= LINEAR_MS ? ms : LINEAR_MS + (LINEAR_MS / 2) * Math.log(ms / LINEAR_MS)
}

/** The value of a curve through points, each with its x and y, both rising. Outside of them its ends. */
function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const after = firstAfter(xs, x)
  if (after === 0) return ys[0] ?? 0
  if (after === xs.length) return ys[xs.length - 1] ?? 0
  const [x0, x1, y0, y1] = [xs[after - 1]!, xs[after]!, ys[after - 1]!, ys[after]!]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** The index of the first value that is larger than the wanted one; the length when none is. */
function firstAfter(sorted: readonly number[], wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of the axis that the rows take, with some room at the end. Quiet streams go beyond it. */
export function extentOf(scale: TimeScale, rows: readonly Row[], now: number): { from: number; to: number } {
  const loud = rows.filter((row) => row.kind === 'note' || !isQuiet(row))
  const shown = loud.length > 0 ? loud : rows
  if (shown.length === 0) return { from: 0, to: 1 }
  const from = Math.min(...shown.map((row) => scale.toPosition(startOf(row))))
  const to = Math.max(...shown.map((row) => scale.toPosition(endOf(row, now))))
  return { from, to: from + Math.max((to - from) * 1.04, 40) }
}
