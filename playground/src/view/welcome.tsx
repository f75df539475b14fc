/** The page before connecting: connection form, presets, recent servers, and the last error. */
import type { JSX } from 'preact'
import { mock } from '../state/mock.ts'
import { type Preset, preparePreset, presets } from '../state/presets.ts'
import { connectTo, phase } from '../state/session.ts'
import { forgetRecentServers, recentServers, type Target, target, updateTarget } from '../state/target.ts'
import { Text } from '../ui/text.tsx'
import { ConnectFailure } from './connect-failure.tsx'
import { ConnectForm } from './connect-form.tsx'

export function Welcome(): JSX.Element {
  const { value } = phase
  return (
    <section class="pane welcome" aria-label="Connect">
      <div class="welcome-inner">
        <h2 class="hero">Talk to an MCP server, and watch the wire.</h2>
        <p class="lead">
          No proxy, no install: this page is the client. What you enter goes from your browser to that server and
          nowhere else.
        </p>
        <ConnectForm />
        {value.status === 'idle' && value.error !== undefined && <ConnectFailure error={value.error} />}
        <Presets />
        <RecentServers />
      </div>
    </section>
  )
}

function Presets(): JSX.Element | null {
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

/** Only fills in the form, so that the person sees the address before connecting. */
function RecentServers(): JSX.Element | null {
  if (recentServers.value.length === 0) return null
  return (
    <section class="recent" aria-label="Recent servers">
      <h3>
        Recent servers{' '}
        <button type="button" class="small quiet" onClick={forgetRecentServers}>
          Forget
        </button>
      </h3>
      <ul>
        {recentServers.value.map((url) => (
          <li key={url}>
            <button type="button" class="quiet address" onClick={() => updateTarget({ url })}>
              <Text of={url} maxLength={200} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
