/** The menu that saves the wire as a file, and opens such a file. Escape and a click beside it close it. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { download } from '../ui/download.ts'
import { exportWire } from './export.ts'
import { importHar } from './imported.tsx'
import { shownWire } from './shown.ts'

export function ExportMenu(): JSX.Element {
  const bodies = useSignal(false)
  const problem = useSignal('')
  const wire = shownWire.value
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
  const saveHar = async () => {
    const { writeHar } = await import('./har.ts')
    download('mcp-wire.har', writeHar(wire.rows, { bodies: bodies.value }))
  }
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    // The same file can be chosen again.
    input.value = ''
    if (!file) return
    problem.value = (await importHar(file)) ?? ''
    if (!problem.value && menu.current) menu.current.open = false
  }
  return (
    <details class="menu" ref={menu}>
      <summary class="button small">File</summary>
      <div class="menu-body">
        <p>Saved without tokens and session ids, for a bug report.</p>
        <label class="check">
          <input
            type="checkbox"
            checked={bodies.value}
            onChange={({ currentTarget }) => (bodies.value = currentTarget.checked)}
          />
          Include bodies (may contain secrets)
        </label>
        <button
          type="button"
          class="primary small"
          onClick={() => download('mcp-wire.json', exportWire(wire, { bodies: bodies.value }))}
        >
          Save as JSON
        </button>
        <button type="button" class="small" onClick={saveHar}>
          Save as HAR
        </button>
        <label class="button small">
          Open a HAR file
          <input
            class="visually-hidden"
            type="file"
            accept=".har,application/json"
            onChange={({ currentTarget }) => open(currentTarget)}
          />
        </label>
        <p role="status" class="bad">
          {problem.value}
        </p>
      </div>
    </details>
  )
}
