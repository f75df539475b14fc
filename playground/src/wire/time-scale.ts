/** The time axis of the timeline, on which long idle times are compressed. */

export interface TimeScale {
  /** Adds the time of an event. Times are expected in order; an earlier one is ignored. */
  add(at: number): void
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

/** Gaps up to this many milliseconds are linear, longer ones logarithmic. */
const LINEAR_MS = 400
/** Gaps of this many times as much are marked: shorter ones are hardly compressed. */
const FOLDED = 2

export function createTimeScale(): TimeScale {
  const times: number[] = []
  const positions: number[] = []
  const folds: Fold[] = []
  return { add, toPosition, toTime, folds }

  function add(at: number): void {
    const last = times.at(-1)
    if (last !== undefined && at - last < 1) return
    const from = positions.at(-1) ?? 0
    const to = last === undefined ? 0 : from + compress(at - last)
    positions.push(to)
    times.push(at)
    if (last !== undefined && at - last > FOLDED * LINEAR_MS) folds.push({ from, to, ms: at - last })
  }

  function toPosition(at: number): number {
    const index = lastNotAfter(times, at)
    if (index < 0) return 0
    const since = compress(at - times[index]!)
    if (index === times.length - 1) return positions[index]! + since
    const whole = compress(times[index + 1]! - times[index]!)
    return positions[index]! + (positions[index + 1]! - positions[index]!) * (since / whole)
  }

  function toTime(wanted: number): number {
    const index = Math.max(lastNotAfter(positions, wanted), 0)
    const start = times[index] ?? 0
    return start + expand(wanted - (positions[index] ?? 0))
  }
}

function compress(ms: number): number {
  return ms <= LINEAR_MS ? ms : LINEAR_MS + (LINEAR_MS / 2) * Math.log(ms / LINEAR_MS)
}

function expand(length: number): number {
  return length <= LINEAR_MS ? length : LINEAR_MS * Math.exp((length - LINEAR_MS) / (LINEAR_MS / 2))
}

/** The index of the last value that is not after the wanted one; -1 when all are. */
function lastNotAfter(sorted: readonly number[], wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}
