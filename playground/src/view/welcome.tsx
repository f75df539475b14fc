/** The page before connecting: connection form, presets, saved servers, and the last error. */
import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { readShared } from '../examine/link.ts'
import { target, updateTarget } from '../state/form.ts'
import { lookup } from '../state/lookup.ts'
import { findMock, mock, mockIsAway } from '../state/mock.ts'
import { link } from '../state/navigation.ts'
import { isOffline, worksOffline } from '../state/offline.ts'
import { type Preset, preparePreset, presets } from '../state/presets.ts'
import { select, selection } from '../state/selection.ts'
import { connectTo, phase, session } from '../state/session.ts'
import type { Target } from '../state/target.ts'
import { focusView } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import { Text } from '../ui/text.tsx'
import { ConnectFailure } from './connect-failure.tsx'
import { ConnectForm } from './connect-form.tsx'
import { SavedServers } from './saved-servers.tsx'

/** Loaded by a link that holds an examination. */
const SharedView = lazy(async () => (await import('../examine/shared-view.tsx')).SharedView)

/** Loaded by the first domain that is looked up. */
const Discovery = lazy(async () => (await import('./discovery.tsx')).Discovery)

export function Welcome(): JSX.Element {
  const { value } = phase
  const shared = useMemo(() => readShared(location.hash), [])
  // The first thing to do here is to type an address; on a touch screen that would open the keyboard.
  useEffect(() => {
    const isMoving = document.activeElement?.matches('.server-tab')
    if (matchMedia('(pointer: fine)').matches && !isMoving) document.getElementById('address')?.focus()
    else focusView()
  }, [])
  return (
    <section class="pane welcome" aria-label="Connect">
      <div class="welcome-inner">
        <h2 class="hero">Talk to an MCP server, and watch the wire.</h2>
        <p class="lead">
          No proxy, no install: this page is the client. What you enter goes from your browser to that server and
          nowhere else.
        </p>
        <StillConnected />
        <LinkNotice />
        {shared && <SharedView of={shared} />}
        <ConnectForm />
        {lookup.value && <Discovery of={lookup.value} />}
        {value.status === 'idle' && value.error !== undefined && <ConnectFailure error={value.error} />}
        <Presets />
        <SavedServers />
        <Offline />
      </div>
    </section>
  )
}

/** The person came back here with the browser's Back; the connection stays. */
function StillConnected(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  return (
    <p class="preset-hint row">
      <span>
        Still connected to{' '}
        <code>
          <Text of={known.target.url} maxLength={200} />
        </code>
        .
      </span>
      <button type="button" class="small" onClick={() => select(selection.value)}>
        Go back to it
      </button>
    </p>
  )
}

/** A link fills in the form; what it opens is said before anybody connects. */
function LinkNotice(): JSX.Element | null {
  const { value } = link
  if (!value || value.target.url !== target.value.url) return null
  const { kind } = value.selection
  const name = 'name' in value.selection ? value.selection.name : undefined
  return (
    <p class="preset-hint link-notice">
      This address came with a link: nothing was sent. If you know the server, connect
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

/** Whether the page opens without a network, and what does not work then. */
function Offline(): JSX.Element | null {
  if (!worksOffline.value) return null
  return (
    <p class="muted offline-line">
      Works offline: this page is stored in your browser.
      {isOffline.value && ' You seem to be offline now; servers on your machine can still be reached.'}
    </p>
  )
}

function Presets(): JSX.Element | null {
  if (!mock.value && mockIsAway.value) {
    return (
      <p class="preset-hint" role="status">
        The mock server and its presets cannot be reached now, nor can the self-test: they need the host of this page.{' '}
        <button type="button" class="small" onClick={() => findMock()}>
          Try again
        </button>
      </p>
    )
  }
  if (!mock.value) return null
  const canControl = mock.value.controlUrl !== undefined
  const shown = canControl ? presets : []
  return (
    <section class="presets" aria-label="Mock servers">
      <h3>Or try the mock server, in one of its moods</h3>
      <ul>
        {shown.map((preset) => (
          <li key={preset.id}>
            <button
              type="button"
              class={`preset preset-${preset.id}`}
              disabled={phase.value.status === 'connecting'}
              onClick={() => connectToPreset(preset)}
            >
              <strong>{preset.title}</strong>
              <span>{preset.description}</span>
            </button>
          </li>
        ))}
        {!canControl && (
          <li>
            <button type="button" class="preset" onClick={() => updateAndConnect({ url: `${mock.value!.url}/mcp` })}>
              <strong>Mock server</strong>
              <span>Speaks every revision</span>
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

async function connectToPreset(preset: Preset): Promise<void> {
  try {
    updateTarget(await preparePreset(preset))
  } catch (error) {
    phase.value = { status: 'idle', error }
    return
  }
  await connectTo(target.value)
}

function updateAndConnect(part: Partial<Target>): void {
  updateTarget(part)
  void connectTo(target.value)
}
