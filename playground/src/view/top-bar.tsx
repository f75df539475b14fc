/** The top bar: name, status of the connection, the command palette, and the theme. */
import type { JSX } from 'preact'
import { silentSince } from '../state/liveness.ts'
import { describeRelay } from '../state/relay.ts'
import { chosen } from '../state/servers.ts'
import { disconnect, phase, session } from '../state/session.ts'
import { currentTheme, toggleTheme } from '../state/theme.ts'
import { formatTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Text } from '../ui/text.tsx'
import { paletteIsOpen, paletteKeys } from './keyboard.ts'
import { AddServerButton, hasTabs } from './server-tabs.tsx'
import { statusLabels, statusOf } from './status.ts'

export function TopBar(): JSX.Element {
  const dark = currentTheme() === 'dark'
  return (
    <header class="top">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M3 16h5l3-9 5 18 4-13 2 4h7" />
      </svg>
      <h1>
        mcp-over-fetch <span class="by">inspector</span>
      </h1>
      <Status />
      {session.value && !hasTabs() && <AddServerButton />}
      <button type="button" class="small palette-button" onClick={() => (paletteIsOpen.value = true)}>
        <Icon name="search" />
        <span class="palette-button-text">Commands</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      <button
        type="button"
        class="quiet icon theme-button"
        onClick={toggleTheme}
        aria-label={dark ? 'Use the light theme' : 'Use the dark theme'}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
    </header>
  )
}

function Status(): JSX.Element {
  const known = session.value
  const relay = known && describeRelay(known.target)
  const status = statusOf(chosen.value)
  return (
    <div class="status-line">
      <span class={`pill status-${status}`} role="status">
        <span class="dot" aria-hidden="true" />
        <span>
          {statusLabels[status] ?? status}
          {status === 'silent' && <span class="since"> since {formatTime(silentSince.value!).slice(0, 8)}</span>}
        </span>
      </span>
      {known && (
        <code class="address">
          <Text of={known.target.url} maxLength={120} />
        </code>
      )}
      {relay && (
        <span class="pill relay-sign" title={`Requests travel ${relay}`}>
          <Icon name="relay" />
          <span>
            relay<span class="visually-hidden">: requests travel {relay}</span>
          </span>
        </span>
      )}
      {(known || phase.value.status === 'connecting') && (
        <button type="button" class="small" onClick={disconnect}>
          {known ? 'Disconnect' : 'Cancel'}
        </button>
      )}
    </div>
  )
}
