/** A button that copies a text to the clipboard and confirms it. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'

export interface CopyButtonProps {
  text(): string
  /** Called at a click, whether or not the browser allows copying. */
  onClick?(): void
  children: ComponentChildren
}

export function CopyButton({ text, onClick, children }: CopyButtonProps): JSX.Element {
  const feedback = useSignal('')
  const copy = async () => {
    onClick?.()
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
