/** The whole page: browse, main and wire pane side by side; on a narrow screen one of them at a time. */
import type { JSX } from 'preact'
import { home, type Pane, pane } from '../state/selection.ts'
import { session } from '../state/session.ts'
import { focusHeading } from '../ui/focus.ts'
import { WirePane } from '../wire/pane.tsx'
import { BrowsePane } from './browse-pane.tsx'
import { Dialogs } from './dialogs.tsx'
import { MainPane } from './main-pane.tsx'
import { TopBar } from './top-bar.tsx'
import { Welcome } from './welcome.tsx'

const panes: { id: Pane; title: string }[] = [
  { id: 'browse', title: 'Server' },
  { id: 'main', title: 'Work' },
  { id: 'wire', title: 'Wire' },
]

export function App(): JSX.Element {
  const connected = session.value !== undefined && !home.value
  return (
    <>
      <button type="button" class="skip-link" onClick={() => focusHeading()}>
        Skip to the work
      </button>
      <TopBar />
      <main class={connected ? 'connected' : 'welcoming'} data-pane={pane.value}>
        {connected && <BrowsePane />}
        {connected ? <MainPane /> : <Welcome />}
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
      <Dialogs />
    </>
  )
}
