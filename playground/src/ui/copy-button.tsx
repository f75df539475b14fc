/** A button that puts a text on the clipboard and says so. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'

export function CopyButton({ text, children }: { text(): string; children: ComponentChildren }): JSX.Element {
  const said = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      said.value = 'Copied'
    } catch {
      said.value = 'The browser refused'
    }
    setTimeout(() => {
      said.value = ''
    }, 2_000)
  }
  return (
    <button type="button" class="small" aria-live="polite" onClick={copy}>
      {said.value || children}
    </button>
  )
}
