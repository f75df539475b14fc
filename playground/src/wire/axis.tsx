/** The time axis above the timeline: round ticks, their lines through all rows, and marks where idle time is folded. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatDuration } from '../ui/format.ts'
import type { TimeScale } from './row-scale.ts'
import { findTicks } from './ticks.ts'
import { ZoomTools } from './zoom.tsx'

export interface AxisProps {
  timeScale: TimeScale
  /** Positions on the axis. */
  from: number
  to: number
  /** The time of the first row; undefined while there is none. */
  zero: number | undefined
  /** Called with the width of the tracks in pixels. */
  onWidth(pixels: number): void
  /** Of the tracks, in pixels. */
  width: number
}

/** The widest text of a tick, with the space after it. */
const MIN_TICK_PIXELS = 76

export function Axis({ timeScale, from, to, zero, width, onWidth }: AxisProps): JSX.Element {
  const ticks = useRef<HTMLElement>(null)
  const isShown = zero !== undefined
  useEffect(() => {
    if (!ticks.current) return
    const observer = new ResizeObserver(([entry]) => onWidth(entry!.contentRect.width))
    observer.observe(ticks.current)
    return () => observer.disconnect()
  }, [isShown])
  if (zero === undefined) return <div class="axis" aria-hidden="true" />
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`
  const folds = timeScale.folds.filter((fold) => fold.to > from && fold.from < to)
  return (
    <div class="axis">
      <ZoomTools from={timeScale.toTime(from)} to={timeScale.toTime(to)} />
      <span class="ticks" aria-hidden="true" ref={ticks}>
        {folds.map((fold) => (
          <span
            key={fold.from}
            class="fold"
            title={`${formatDuration(fold.ms)} without an event, folded`}
            style={{
              left: percent(Math.max((fold.from - from) / (to - from), 0)),
              width: percent((Math.min(fold.to, to) - Math.max(fold.from, from)) / (to - from)),
            }}
          />
        ))}
        {findTicks(timeScale, from, to, zero, MIN_TICK_PIXELS / width).map(({ at, ms }) => (
          <span key={ms} class="tick" style={{ left: percent(at) }}>
            {formatTick(ms)}
          </span>
        ))}
      </span>
    </div>
  )
}

/** Round, so without the digits that a measured duration has. */
function formatTick(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000 ? `${Number((ms / 1_000).toFixed(2))} s` : formatDuration(ms)
}
