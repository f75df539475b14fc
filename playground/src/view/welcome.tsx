/** Before there is a connection: the address, the presets, the servers used before, and what went wrong. */
import type { JSX } from 'preact'
import { mock } from '../state/mock.ts'
import { type Preset, prepare, presets } from '../state/presets.ts'
import { enter, phase } from '../state/session.ts'
import { change, forgetRecent, recent, type Target, target } from '../state/target.ts'
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
        {value.is === 'idle' && value.error !== undefined && <ConnectFailure error={value.error} />}
        <Presets />
        <Recent />
      </div>
    </section>
  )
}

function Presets(): JSX.Element | null {
  if (!mock.value) return null
  const directed = mock.value.controlUrl !== undefined
  const offered = directed ? presets : []
  return (
    <section class="presets" aria-label="Mock servers">
      <h3>Or try the mock server, in one of its moods</h3>
      <ul>
        {offered.map((preset) => (
          <li key={preset.id}>
            <button
              type="button"
              class={`preset preset-${preset.id}`}
              disabled={phase.value.is === 'connecting'}
              onClick={() => start(preset)}
            >
              <strong>{preset.title}</strong>
              <span>{preset.says}</span>
            </button>
          </li>
        ))}
        {!directed && (
          <li>
            <button type="button" class="preset" onClick={() => go({ url: `${mock.value!.url}/mcp` })}>
              <strong>Mock server</strong>
              <span>Speaks every revision</span>
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

async function start(preset: Preset): Promise<void> {
  try {
    change(await prepare(preset))
  } catch (error) {
    phase.value = { is: 'idle', error }
    return
  }
  await enter(target.value)
}

function go(part: Partial<Target>): void {
  change(part)
  void enter(target.value)
}

/** Fills the form only: connecting is one more click, with the address in view. */
function Recent(): JSX.Element | null {
  if (recent.value.length === 0) return null
  return (
    <section class="recent" aria-label="Recent servers">
      <h3>
        Recent servers{' '}
        <button type="button" class="small quiet" onClick={forgetRecent}>
          Forget
        </button>
      </h3>
      <ul>
        {recent.value.map((url) => (
          <li key={url}>
            <button type="button" class="quiet address" onClick={() => change({ url })}>
              <Text of={url} maxLength={200} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
