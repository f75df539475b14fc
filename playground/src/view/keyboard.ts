/** Keys for the whole page: `/` or Control K to search, Control Enter to call. */
import { pane } from '../state/selection.ts'
import { isTyping } from '../ui/focus.ts'

export function startKeyboard(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const withControl = event.ctrlKey || event.metaKey
    const wantsSearch =
      (event.key === '/' && !withControl && !isTyping(event.target)) || (event.key === 'k' && withControl)
    if (wantsSearch) {
      pane.value = 'browse'
      // On a narrow screen the pane is there once it has been drawn.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.browse .search')?.focus())
      event.preventDefault()
    } else if (event.key === 'Enter' && withControl) {
      document.querySelector<HTMLFormElement>('.main-pane form.call-form')?.requestSubmit()
    }
  })
}
