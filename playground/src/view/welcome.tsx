/** The start page: the connection form, recent servers, demo servers, a recorded trace, and the last failure. */
import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { readShared } from '../examine/link.ts'
import { target } from '../state/form.ts'
import { lookup } from '../state/lookup.ts'
import { mock } from '../state/mock.ts'
import { link } from '../state/navigation.ts'
import { isOffline, worksOffline } from '../state/offline.ts'
import { openSelfTest, select, selection, selfTestIsOpen } from '../state/selection.ts'
import { phase, session } from '../state/session.ts'
import { focusView } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import { Text } from '../ui/text.tsx'
import { ConnectForm } from './connect-form.tsx'
import { DemoButton, DemoVariants } from './demo-servers.tsx'
import { RecordedTrace } from './recorded-trace.tsx'
import { SavedServers } from './saved-servers.tsx'

/** Loaded by a link that holds an examination. */
const SharedView = lazy(async () => (await import('../examine/shared-view.tsx')).SharedView)

/** Loaded by the first domain that is looked up. */
const Discovery = lazy(async () => (await import('./discovery.tsx')).Discovery)

/** Loaded by the first failure. */
const ConnectFailure = lazy(async () => (await import('./connect-failure.tsx')).ConnectFailure)

const SelfTest = lazy(async () => (await import('./self-test.tsx')).SelfTest)

export function Welcome(): JSX.Element {
  const { value } = phase
  const shared = useMemo(() => readShared(location.hash), [])
  // The first step here is to enter a URL; on a touch screen the focus would open the keyboard.
  useEffect(() => {
    const isMoving = document.activeElement?.matches('.server-tab')
    if (matchMedia('(pointer: fine)').matches && !isMoving && !selfTestIsOpen.value)
      document.getElementById('address')?.focus()
    else focusView()
  }, [selfTestIsOpen.value])
  if (selfTestIsOpen.value) return <SelfTestPage />
  return (
    <section class="pane welcome" aria-label="Connect">
      <div class="welcome-inner">
        <h2 class="hero">Connect to an MCP server. See every message.</h2>
        <p class="lead">
          This page is the client: requests go from your browser to the server, without a proxy. Nothing else receives
          what you enter.
        </p>
        <StillConnected />
        <LinkNotice />
        {shared && <SharedView of={shared} />}
        <ConnectForm demo={<DemoButton />} />
        {lookup.value && <Discovery of={lookup.value} />}
        {value.status === 'idle' && value.error !== undefined && <ConnectFailure error={value.error} />}
        <DemoVariants />
        <div class="start-cards">
          <SavedServers />
          <RecordedTrace />
        </div>
        <Footer />
      </div>
    </section>
  )
}

function SelfTestPage(): JSX.Element {
  return (
    <section class="pane welcome" aria-label="Self-test">
      <p class="row self-test-back">
        <button type="button" class="small" onClick={() => (selfTestIsOpen.value = false)}>
          Back to the start page
        </button>
      </p>
      <SelfTest />
    </section>
  )
}

/** The user came back here with the browser's Back; the connection stays. */
function StillConnected(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  return (
    <p class="notice row">
      <span>
        Still connected to{' '}
        <code>
          <Text of={known.target.url} maxLength={200} />
        </code>
        .
      </span>
      <button type="button" class="small" onClick={() => select(selection.value)}>
        Back to the server
      </button>
    </p>
  )
}

/** A link fills in the form; the page says what it opens before anybody connects. */
function LinkNotice(): JSX.Element | null {
  const { value } = link
  if (!value || value.target.url !== target.value.url) return null
  const { kind } = value.selection
  const name = 'name' in value.selection ? value.selection.name : undefined
  return (
    <p class="notice link-notice">
      A link filled in this URL; nothing was sent. If you trust the server, connect
      {name && (
        <>
          {' '}
          to see the {kind}{' '}
          <code>
            <Text of={name} maxLength={100} />
          </code>
          {value.args && ' with its arguments filled in'}
        </>
      )}
      .
    </p>
  )
}

/** The self-test, and whether the page opens without a network. */
function Footer(): JSX.Element | null {
  const hasSelfTest = mock.value?.controlUrl !== undefined
  if (!hasSelfTest && !worksOffline.value) return null
  return (
    <footer class="start-footer muted">
      {worksOffline.value && (
        <span class="offline-line">
          Works offline: this page is stored in your browser.
          {isOffline.value && ' You appear to be offline. Servers on this machine are still reachable.'}
        </span>
      )}
      {hasSelfTest && (
        <button type="button" class="small quiet" onClick={openSelfTest}>
          Self-test of this browser
        </button>
      )}
    </footer>
  )
}
