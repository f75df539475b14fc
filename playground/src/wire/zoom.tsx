/** The shown part of the time axis: all of it, a part that was dragged out, or the last seconds up to now. */
import { signal, useSignal } from '@preact/signals'
import type { HTMLAttributes, JSX } from 'preact'
import { useRef } from 'preact/hooks'

export type Zoom = { kind: 'fit' } | { kind: 'range'; from: number; to: number } | { kind: 'now' }

export const zoom = signal<Zoom>({ kind: 'fit' })

/** How much of the past "Now" shows. */
export const NOW_MS = 10_000
/** A pointer that moved less was a click. */
const MIN_PIXELS = 5

/** Times of the shown part, for the buttons that make it smaller and larger. */
export interface ShownTimes {
  from: number
  to: number
}

export function ZoomTools({ from, to }: ShownTimes): JSX.Element {
  const { kind } = zoom.value
  const scaleBy = (factor: number) => {
    const middle = (from + to) / 2
    const half = Math.max(((to - from) * factor) / 2, 1)
    zoom.value = { kind: 'range', from: middle - half, to: middle + half }
  }
  return (
    <span class="zoom-tools">
      <button
        type="button"
        class="small quiet"
        aria-pressed={kind === 'fit'}
        title="Show the whole time of the visible rows"
        onClick={() => (zoom.value = { kind: 'fit' })}
      >
        Fit
      </button>
      <button
        type="button"
        class="small quiet"
        aria-pressed={kind === 'now'}
        title="Show the last ten seconds, and follow"
        onClick={() => (zoom.value = { kind: 'now' })}
      >
        Now
      </button>
      <button type="button" class="small quiet" aria-label="Zoom in" onClick={() => scaleBy(0.5)}>
        +
      </button>
      <button type="button" class="small quiet" aria-label="Zoom out" onClick={() => scaleBy(2)}>
        −
      </button>
    </span>
  )
}

interface Drag {
  /** Of the track under the pointer, in pixels of the page. */
  left: number
  width: number
  start: number
  end: number
}

export interface DragZoom {
  handlers: Pick<
    HTMLAttributes<HTMLDivElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'
  >
  /** The part that is being dragged out, as it is drawn over the rows. */
  overlay: JSX.Element | null
}

/** Dragging over the tracks zooms in. `timeAt` gives the time at a part, 0 … 1, of a track. */
export function useDragZoom(timeAt: (part: number) => number): DragZoom {
  const pressed = useRef<Drag | undefined>(undefined)
  const wasDragged = useRef(false)
  const drawn = useSignal<{ left: number; width: number } | undefined>(undefined)
  const end = () => {
    pressed.current = undefined
    drawn.value = undefined
  }
  const handlers: DragZoom['handlers'] = {
    onPointerDown({ target, button, pointerType, clientX }) {
      const row = (target as Element).closest('.ticks, .wire-row')
      const track = (row?.querySelector('.track') ?? row)?.getBoundingClientRect()
      // A finger scrolls.
      if (!track || clientX < track.left || button !== 0 || pointerType === 'touch') return
      wasDragged.current = false
      pressed.current = { left: track.left, width: track.width, start: clientX, end: clientX }
    },
    onPointerMove({ currentTarget, clientX, pointerId }) {
      const { current } = pressed
      if (!current || Math.abs(clientX - current.start) < MIN_PIXELS) return
      if (!wasDragged.current) currentTarget.setPointerCapture(pointerId)
      wasDragged.current = true
      current.end = Math.min(Math.max(clientX, current.left), current.left + current.width)
      const frame = currentTarget.getBoundingClientRect()
      drawn.value = {
        left: Math.min(current.start, current.end) - frame.left,
        width: Math.abs(current.end - current.start),
      }
    },
    onPointerUp() {
      const { current } = pressed
      end()
      if (!current || !wasDragged.current) return
      const [from, to] = [current.start, current.end]
        .sort((a, b) => a - b)
        .map((x) => timeAt((x - current.left) / current.width)) as [number, number]
      if (to > from) zoom.value = { kind: 'range', from, to }
    },
    onPointerCancel: end,
    /** The click that ends a drag selects no row. */
    onClickCapture(event) {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.stopPropagation()
      event.preventDefault()
    },
  }
  const { value } = drawn
  const overlay = value ? (
    <span class="zoom-range" aria-hidden="true" style={{ left: `${value.left}px`, width: `${value.width}px` }} />
  ) : null
  return { handlers, overlay }
}
