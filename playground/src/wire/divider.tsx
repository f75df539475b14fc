/** The divider beside the wire: dragged, or moved with the arrow keys; the size is remembered. */
import { effect, signal } from '@preact/signals'
import type { JSX } from 'preact'
import { readStored, writeStored } from '../state/storage.ts'
import { startWireView } from './view-state.ts'

/** In percent of the page: the width beside the other panes, the height below them. */
interface Sizes {
  width: number
  height: number
}

const KEY = 'size of the wire'
const MIN = 20
const MAX = 75
const STEP = 2
const defaults: Sizes = { width: 40, height: 42 }

/** As in panes.css. */
const isBelow = matchMedia('(max-width: 80rem)')

export const wireSizes = signal<Sizes>(readSizes())

/** Sets the size as properties of the page, from which the style sheet takes it. */
export function startWireSizes(): void {
  effect(() => {
    const { style } = document.documentElement
    style.setProperty('--wire-width', `${wireSizes.value.width}%`)
    style.setProperty('--wire-height', `${wireSizes.value.height}%`)
  })
  startWireView()
}

export function Divider(): JSX.Element {
  const side = isBelow.matches ? 'height' : 'width'
  const set = (percent: number) => {
    const next = { ...wireSizes.value, [side]: Math.min(Math.max(percent, MIN), MAX) }
    wireSizes.value = next
    writeStored('local', KEY, next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that is moved is no <hr>
    <div
      class="divider"
      role="separator"
      tabIndex={0}
      aria-label="Size of the wire"
      aria-orientation={side === 'width' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(wireSizes.value[side])}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onDblClick={() => set(defaults[side])}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        const main = currentTarget.closest('main')!.getBoundingClientRect()
        set(
          side === 'width'
            ? ((main.right - clientX) / main.width) * 100
            : ((main.bottom - clientY) / main.height) * 100,
        )
      }}
      onKeyDown={(event) => {
        const steps: Record<string, number> = { ArrowLeft: STEP, ArrowUp: STEP, ArrowRight: -STEP, ArrowDown: -STEP }
        const step = steps[event.key]
        if (step === undefined) return
        event.preventDefault()
        set(wireSizes.value[side] + step)
      }}
    />
  )
}

function readSizes(): Sizes {
  const { width, height } = (readStored('local', KEY) ?? {}) as Partial<Sizes>
  const valid = (value: unknown, other: number) =>
    typeof value === 'number' && value >= MIN && value <= MAX ? value : other
  return { width: valid(width, defaults.width), height: valid(height, defaults.height) }
}
