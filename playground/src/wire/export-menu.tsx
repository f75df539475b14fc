/** The menu that saves the wire as a file. Escape and a click beside it close it. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { download } from '../ui/download.ts'
import { exportWire } from './export.ts'
import { shownWire } from './shown.ts'

export function ExportMenu(): JSX.Element {
  const bodies = useSignal(false)
  const { rows, events } = shownWire.value
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => {
      if (menu.current) menu.current.open = false
    }
    const onPointer = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) close()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', onPointer)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', onPointer)
      removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <details class="menu" ref={menu}>
      <summary class="button small">Export</summary>
      <div class="menu-body">
        <p>Without tokens and session ids, for a bug report.</p>
        <label class="check">
          <input
            type="checkbox"
            checked={bodies.value}
            onChange={({ currentTarget }) => (bodies.value = currentTarget.checked)}
          />
          With bodies, which may hold anything
        </label>
        <button
          type="button"
          class="primary small"
          onClick={() => download('mcp-wire.json', exportWire(rows, events, { bodies: bodies.value }))}
        >
          Save as JSON
        </button>
      </div>
    </details>
  )
}
