/** How the wire is shown: its tab, its filters, and whether it is hidden. Kept while the page is open, and over a reload. */
import { effect, type Signal, signal } from '@preact/signals'
import { pane } from '../state/selection.ts'
import { readStored, writeStored } from '../state/storage.ts'
import { isTyping } from '../ui/focus.ts'

export const wireTabs = {
  messages: 'Messages',
  timeline: 'Timeline',
  network: 'Network',
  log: 'Log',
  notifications: 'Notifications',
  history: 'History',
} as const

export type WireTab = keyof typeof wireTabs

const TAB_KEY = 'tab of the wire'
const HIDDEN_KEY = 'wire is hidden'

export const wireTab: Signal<WireTab> = signal(readTab())
export const wireFilter: Signal<string> = signal('')
/** Only what failed is listed. */
export const errorsOnly: Signal<boolean> = signal(false)
export const wireIsHidden: Signal<boolean> = signal(readStored('local', HIDDEN_KEY) === true)
/** The wire alone, as wide as the page. */
export const wireIsFull: Signal<boolean> = signal(false)

/** The key that hides the wire and shows it again. */
export const HIDE_KEY = 'w'

function readTab(): WireTab {
  const stored = readStored('local', TAB_KEY)
  return (Object.keys(wireTabs) as WireTab[]).find((tab) => tab === stored) ?? 'timeline'
}

/** Opens a tab, wherever the person is. */
export function showWireTab(tab: WireTab): void {
  wireTab.value = tab
  wireIsHidden.value = false
  pane.value = 'wire'
}

/** Stores what is kept, and listens to the key. */
export function startWireView(): void {
  effect(() => writeStored('local', TAB_KEY, wireTab.value === 'timeline' ? undefined : wireTab.value))
  effect(() => writeStored('local', HIDDEN_KEY, wireIsHidden.value ? true : undefined))
  effect(() => {
    const { dataset } = document.documentElement
    dataset.wire = wireIsHidden.value ? 'hidden' : wireIsFull.value ? 'full' : 'beside'
  })
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key !== HIDE_KEY || ctrlKey || metaKey || altKey || event.defaultPrevented) return
    if (isTyping(target) || document.querySelector('dialog[open]')) return
    wireIsHidden.value = !wireIsHidden.value
    event.preventDefault()
  })
}
