/** The page. */
import '../style/base.css'
import '../style/controls.css'
import '../style/panes.css'
import '../style/main-pane.css'
import '../style/wire.css'
import { render } from 'preact'
import { followSession } from './state/catalog.ts'
import { forgetWithSession } from './state/changes.ts'
import { findMock } from './state/mock.ts'
import { comeBack } from './state/oauth.ts'
import { enter, phase } from './state/session.ts'
import { change, readLink } from './state/target.ts'
import { startTheme } from './state/theme.ts'
import { App } from './view/app.tsx'

startTheme()
followSession()
forgetWithSession()
change(readLink(location.search) ?? {})
render(<App />, document.getElementById('app')!)
// Without a mock the page still serves every other server.
findMock().catch(() => undefined)
comeBack().then(
  (target) => target && enter(target),
  (error: unknown) => {
    phase.value = { is: 'idle', error }
  },
)
