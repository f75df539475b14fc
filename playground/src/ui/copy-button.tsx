/** A button that copies a text to the clipboard and confirms it. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'

export function CopyButton({ text, children }: { text(): string; children: ComponentChildren }): JSX.Element {
  const feedback = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      feedback.value = 'Copied'
    } catch {
      feedback.value = 'The browser refused'
    }
    setTimeout(() => {
      feedback.value = ''
    }, 2_000)
  }
  return (
    <button type="button" class="small" aria-live="polite" onClick={copy}>
      {feedback.value || children}
    </button>
  )
}
