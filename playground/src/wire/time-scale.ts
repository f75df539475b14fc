/** A scale of time on which idle stretches are short, so that what happened stays readable. */

export interface TimeScale {
  /** Times must not go backwards by more than the clock does. */
  add(at: number): void
  /** Where a time is on the scale. */
  place(at: number): number
  /** The time at a place of the scale. */
  timeAt(place: number): number
}

/** Milliseconds that are shown as they are; beyond, only their order of magnitude. */
const PLAIN = 400

export function createTimeScale(): TimeScale {
  const times: number[] = []
  const places: number[] = []
  return { add, place, timeAt }

  function add(at: number): void {
    const last = times.at(-1)
    if (last !== undefined && at - last < 1) return
    places.push(last === undefined ? 0 : places.at(-1)! + squeeze(at - last))
    times.push(at)
  }

  function place(at: number): number {
    const index = lastNotAfter(times, at)
    if (index < 0) return 0
    const since = squeeze(at - times[index]!)
    if (index === times.length - 1) return places[index]! + since
    const whole = squeeze(times[index + 1]! - times[index]!)
    return places[index]! + (places[index + 1]! - places[index]!) * (since / whole)
  }

  function timeAt(wanted: number): number {
    const index = Math.max(lastNotAfter(places, wanted), 0)
    const start = times[index] ?? 0
    return start + stretch(wanted - (places[index] ?? 0))
  }
}

function squeeze(ms: number): number {
  return ms <= PLAIN ? ms : PLAIN + (PLAIN / 2) * Math.log(ms / PLAIN)
}

function stretch(length: number): number {
  return length <= PLAIN ? length : PLAIN * Math.exp((length - PLAIN) / (PLAIN / 2))
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
