/** The entry of the page: restores the form, renders the app, and completes a sign-in by redirect. */
import '../style/base.css'
import '../style/controls.css'
import '../style/panes.css'
import '../style/main-pane.css'
import '../style/forms.css'
import '../style/browse.css'
import '../style/wire.css'
import { render } from 'preact'
import { loadListsOnConnect, reloadListsAfterGap } from './state/catalog.ts'
import { listenOnConnect } from './state/changes.ts'
import { findMock } from './state/mock.ts'
import { startNavigation } from './state/navigation.ts'
import { completeRedirect } from './state/oauth.ts'
import { reconnectAfterReload } from './state/reconnect.ts'
import { connectTo, phase } from './state/session.ts'
import { lacksSecrets } from './state/target.ts'
import { startTheme } from './state/theme.ts'
import { App } from './view/app.tsx'
import { startKeyboard } from './view/keyboard.ts'
import { startWireSizes } from './wire/divider.tsx'

startTheme()
startWireSizes()
loadListsOnConnect()
reloadListsAfterGap()
listenOnConnect()
startKeyboard()
startNavigation()
render(<App />, document.getElementById('app')!)
// The mock server is optional: without it the page has no presets.
findMock().catch(() => undefined)
completeRedirect().then(
  (target) => {
    if (!target) reconnectAfterReload()
    // Values of own headers are not kept while the page is left, so they have to be entered again.
    else if (!lacksSecrets(target)) void connectTo(target)
  },
  (error: unknown) => {
    phase.value = { status: 'idle', error }
  },
)
