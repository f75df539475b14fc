/** The entry of the page: renders the app, and opens the servers again that were open before a reload. */
import '../style/base.css'
import '../style/controls.css'
import '../style/panes.css'
import '../style/main-pane.css'
import '../style/browse.css'
import '../style/start.css'
import '../style/server-view.css'
import '../style/tabs.css'
import '../style/code.css'
import { render } from 'preact'
import { findMock } from './state/mock.ts'
import { startNavigation } from './state/navigation.ts'
import { startOffline } from './state/offline.ts'
import { restoreOpenServers, storeOpenServers } from './state/open-servers.ts'
import { phase } from './state/session.ts'
import { startTheme } from './state/theme.ts'
import { App, preload } from './view/app.tsx'
import { startKeyboard } from './view/keyboard.ts'
import { startWireSizes } from './wire/divider.tsx'

startTheme()
startWireSizes()
startKeyboard()
startNavigation()
storeOpenServers()
render(<App />, document.getElementById('app')!)
setTimeout(preload)
startOffline(import.meta.env.HAS_SERVICE_WORKER === true)
// The mock server is optional: without it the page has no demo servers.
void findMock()
restoreOpenServers().catch((error: unknown) => {
  phase.value = { status: 'idle', error }
})
