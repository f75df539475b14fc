/** The wire pane: its frame. What is in it is loaded after the first screen, and while it is hidden it is a bar. */
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { lazy } from '../ui/lazy.tsx'
import { Divider } from './divider.tsx'
import { HIDE_KEY, wireIsHidden } from './view-state.ts'

const Panel = lazy(async () => (await import('./panel.tsx')).Panel, { isQuiet: true })

/** A narrow screen shows one pane at a time: there, nothing has to be hidden. As in panes.css. */
const narrow = matchMedia('(max-width: 47rem)')
const isNarrow = signal(narrow.matches)
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches
})

export function WirePane(): JSX.Element {
  if (wireIsHidden.value && !isNarrow.value) {
    return (
      <section class="pane wire" aria-label="Wire">
        <button
          type="button"
          class="quiet small show-wire"
          title={`Show the wire (${HIDE_KEY})`}
          aria-keyshortcuts={HIDE_KEY}
          onClick={() => (wireIsHidden.value = false)}
        >
          Show the wire <kbd>{HIDE_KEY}</kbd>
        </button>
      </section>
    )
  }
  return (
    <section class="pane wire" aria-label="Wire">
      <Divider />
      <Panel />
    </section>
  )
}
