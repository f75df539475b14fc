/** The ticks of the time axis, at round times, and the idle times that are folded. */
import type { TimeScale } from './row-scale.ts'

export interface Tick {
  /** In 0 … 1. */
  at: number
  /** Milliseconds since the first row. */
  ms: number
}

/** The smallest distance between two ticks, as a part of the axis, where their texts need no more. */
const DISTANCE = 0.19
/** No tick at the end, where its text would be cut off. */
const LAST = 0.9

/** Ticks of the part of an axis from one position to another. Where time is folded, the steps are longer. */
export function findTicks(scale: TimeScale, from: number, to: number, zero: number, minDistance = 0): Tick[] {
  const distance = Math.max(DISTANCE, Math.min(minDistance, 1))
  const ticks: Tick[] = []
  const length = to - from
  for (let at = 0; at <= LAST; ) {
    const time = scale.toTime(from + at * length) - zero
    const step = roundStep(scale.toTime(from + (at + distance) * length) - zero - time)
    const ms = Math.max(Math.ceil((time - 0.01) / step), 0) * step
    const place = (scale.toPosition(zero + ms) - from) / length
    if (place > LAST) break
    ticks.push({ at: Math.max(place, 0), ms })
    at = Math.max(place, at) + distance
  }
  return ticks
}

/** The largest of 1, 2, 5, 10, 20 … milliseconds that is not longer. */
function roundStep(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(ms, 1)))
  return (ms >= 5 * power ? 5 : ms >= 2 * power ? 2 : 1) * power
}
