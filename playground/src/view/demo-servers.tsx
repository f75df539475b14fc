/** Demo servers: one button for newcomers, and the variants behind a disclosure. */
import type { JSX } from 'preact'
import { target, updateTarget } from '../state/form.ts'
import { findMock, mock, mockIsAway } from '../state/mock.ts'
import { demo, type Preset, preparePreset, presetGroups, presets } from '../state/presets.ts'
import { connectTo, phase } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'

/** For a page whose mock server cannot be controlled, the demo is that server as it is. */
export function DemoButton(): JSX.Element | null {
  if (!mock.value) return null
  const { url, controlUrl } = mock.value
  const connect = () => (controlUrl === undefined ? connectToUrl(`${url}/mcp`) : connectToPreset(demo))
  return (
    <p class="row demo-line">
      <span class="muted">No server at hand?</span>
      <button type="button" class="preset demo" disabled={phase.value.status === 'connecting'} onClick={connect}>
        <Icon name="play" />
        <strong>Try a demo server</strong>
      </button>
    </p>
  )
}

export function DemoVariants(): JSX.Element | null {
  if (!mock.value && mockIsAway.value) return <AwayNotice />
  if (mock.value?.controlUrl === undefined) return null
  return (
    <details class="demo-variants">
      <summary>More demo servers: protocol versions, transports, failures, sign-in, no CORS</summary>
      <div class="demo-groups">
        {Object.entries(presetGroups).map(([group, title]) => (
          <section key={group}>
            <h3>{title}</h3>
            <ul>
              {presets
                .filter((preset) => preset.group === group)
                .map((preset) => (
                  <li key={preset.id}>
                    <button
                      type="button"
                      class="preset"
                      disabled={phase.value.status === 'connecting'}
                      onClick={() => connectToPreset(preset)}
                    >
                      <strong>{preset.title}</strong>
                      <span>{preset.description}</span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

function AwayNotice(): JSX.Element {
  return (
    <p class="notice row" role="status">
      <span>The demo servers and the self-test need the host of this page, which is unreachable.</span>
      <button type="button" class="small" onClick={() => findMock()}>
        Try again
      </button>
    </p>
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

function connectToUrl(url: string): Promise<void> {
  updateTarget({ url })
  return connectTo(target.value)
}
