/** Keys for the whole page: `/` to search, Control K for the commands, Control Enter to call. */
import { signal } from '@preact/signals'
import { pane } from '../state/selection.ts'
import { isTyping } from '../ui/focus.ts'

/** Whether the command palette is shown. */
export const paletteIsOpen = signal(false)

export function startKeyboard(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const withControl = event.ctrlKey || event.metaKey
    if (event.key === 'k' && withControl) {
      paletteIsOpen.value = true
      event.preventDefault()
    } else if (event.key === '/' && !withControl && !isTyping(event.target)) {
      pane.value = 'browse'
      // On a narrow screen the pane is there once it has been drawn.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.browse .search')?.focus())
      event.preventDefault()
    } else if (event.key === 'Enter' && withControl) {
      document.querySelector<HTMLFormElement>('.main-pane form.call-form')?.requestSubmit()
    }
  })
}
