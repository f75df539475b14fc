/** The whole page: browse, main and wire pane side by side; on a narrow screen one of them at a time. */
import type { JSX } from 'preact'
import { home, type Pane, pane } from '../state/selection.ts'
import { chosen } from '../state/servers.ts'
import { phase, session } from '../state/session.ts'
import { focusHeading } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import { WirePane } from '../wire/pane.tsx'
import { paletteIsOpen } from './keyboard.ts'
import { hasTabs, ServerTabs } from './server-tabs.tsx'
import { TopBar } from './top-bar.tsx'
import { Welcome } from './welcome.tsx'

/** Forms, results and all that a connection needs: loaded while the first one is being opened. */
const MainPane = lazy(async () => (await import('./main-pane.tsx')).MainPane)
const BrowsePane = lazy(async () => (await import('./browse-pane.tsx')).BrowsePane)
/** Loaded by its key. */
const Palette = lazy(async () => (await import('./palette.tsx')).Palette, { isQuiet: true })

const panes: { id: Pane; title: string }[] = [
  { id: 'browse', title: 'Server' },
  { id: 'main', title: 'Work' },
  { id: 'wire', title: 'Wire' },
]

export function App(): JSX.Element {
  const { id } = chosen.value
  const connected = session.value !== undefined && !home.value
  if (phase.value.status === 'connecting') {
    BrowsePane.preload()
    MainPane.preload()
  }
  return (
    <>
      <button type="button" class="skip-link" onClick={() => focusHeading()}>
        Skip to the work
      </button>
      <div class="frame-head">
        <TopBar />
        {hasTabs() && <ServerTabs />}
      </div>
      <main class={connected ? 'connected' : 'welcoming'} data-pane={pane.value}>
        {connected && <BrowsePane key={id} />}
        {connected ? <MainPane key={id} /> : <Welcome key={id} />}
        <WirePane />
      </main>
      <nav class="pane-tabs" aria-label="Panes">
        {panes
          .filter(({ id }) => connected || id !== 'browse')
          .map(({ id, title }) => (
            <button key={id} type="button" aria-pressed={pane.value === id} onClick={() => (pane.value = id)}>
              {id === 'main' && !connected ? 'Connect' : title}
            </button>
          ))}
      </nav>
      {paletteIsOpen.value && <Palette />}
    </>
  )
}
