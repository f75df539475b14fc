/** The whole page: browse, main and wire pane side by side; on a narrow screen one of them at a time. */
import { computed } from '@preact/signals'
import type { JSX } from 'preact'
import { home, type Pane, pane } from '../state/selection.ts'
import { loadClient } from '../state/server/connection.ts'
import { chosen } from '../state/servers.ts'
import { session } from '../state/session.ts'
import { focusHeading } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import { shownWire } from '../wire/shown.ts'
import { keysAreOpen, paletteIsOpen } from './keyboard.ts'
import { hasTabs, ServerTabs } from './server-tabs.tsx'
import { TopBar } from './top-bar.tsx'
import { Welcome } from './welcome.tsx'

/** Forms, results and all that a connection needs: loaded while the first one is being opened. */
const MainPane = lazy(async () => {
  const [{ MainPane: view }] = await Promise.all([import('./main-pane.tsx'), import('../../style/forms.css')])
  return view
})
const BrowsePane = lazy(async () => (await import('./browse-pane.tsx')).BrowsePane)
const WirePane = lazy(async () => (await import('../wire/pane.tsx')).WirePane)
/** Loaded by their keys. */
const Keys = lazy(async () => (await import('./keys.tsx')).Keys, { isQuiet: true })
const Palette = lazy(async () => (await import('./palette.tsx')).Palette, { isQuiet: true })

/** Recomputed with each event, but only a change of it draws the page. */
const hasRows = computed(() => {
  const { version, rows } = shownWire.value
  void version.value
  return rows.length > 0
})

const panes: { id: Pane; title: string }[] = [
  { id: 'browse', title: 'Server' },
  { id: 'main', title: 'Main' },
  { id: 'wire', title: 'Wire' },
]

/** Once the start page is drawn, so that a connection finds everything loaded. */
export function preload(): void {
  loadClient().catch(() => undefined)
  for (const view of [BrowsePane, MainPane, WirePane]) view.preload()
}

export function App(): JSX.Element {
  const { id } = chosen.value
  const connected = session.value !== undefined && !home.value
  // Before the first request there is nothing to show.
  const hasWire = connected || hasRows.value
  return (
    <>
      <button type="button" class="skip-link" onClick={() => focusHeading()}>
        Skip to content
      </button>
      <div class="frame-head">
        <TopBar />
        {hasTabs() && <ServerTabs />}
      </div>
      <main class={connected ? 'connected' : hasWire ? 'welcoming' : 'welcoming alone'} data-pane={pane.value}>
        {connected && <BrowsePane key={id} />}
        {connected ? <MainPane key={id} /> : <Welcome key={id} />}
        {hasWire && <WirePane />}
      </main>
      {hasWire && (
        <nav class="pane-tabs" aria-label="Panes">
          {panes
            .filter(({ id }) => connected || id !== 'browse')
            .map(({ id, title }) => (
              <button key={id} type="button" aria-pressed={pane.value === id} onClick={() => (pane.value = id)}>
                {id === 'main' && !connected ? 'Connect' : title}
              </button>
            ))}
        </nav>
      )}
      {paletteIsOpen.value && <Palette />}
      {keysAreOpen.value && <Keys />}
    </>
  )
}
