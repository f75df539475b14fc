/** Keys for the whole page. */
import { signal } from '@preact/signals'
import { pane } from '../state/selection.ts'
import { isTyping } from '../ui/focus.ts'

/** Whether the command palette is shown. */
export const paletteIsOpen = signal(false)

/** Whether the list of keys is shown. */
export const keysAreOpen = signal(false)

const isApple = /Mac|iP(ad|hone|od)/.test(navigator.platform)

/** As the keyboard of this machine names them. */
export const controlKey: string = isApple ? '⌘' : 'Ctrl'
export const paletteKeys: string = isApple ? '⌘K' : 'Ctrl+K'

export const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [controlKey, 'K'], does: 'Open the command palette' },
  { keys: ['/'], does: 'Search tools, resources and prompts' },
  { keys: ['↑', '↓'], does: 'Move in a list, also from the search field' },
  { keys: [controlKey, 'Enter'], does: 'Call the open tool, read the resource or get the prompt' },
  { keys: ['←', '→'], does: 'Switch between server tabs, or resize the wire' },
  { keys: ['Delete'], does: 'Close a server tab' },
  { keys: ['Esc'], does: 'Close a dialog or menu' },
  { keys: ['?'], does: 'Show this list' },
]

export function startKeyboard(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return
    const withControl = event.ctrlKey || event.metaKey
    if (event.key.toLowerCase() === 'k' && withControl) {
      paletteIsOpen.value = true
      event.preventDefault()
    } else if (event.key === '?' && !withControl && !isTyping(event.target)) {
      keysAreOpen.value = true
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
