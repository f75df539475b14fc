/** The top bar: title, status of the connection, and the theme button. */
import type { JSX } from 'preact'
import { silentSince } from '../state/liveness.ts'
import { chosen } from '../state/servers.ts'
import { disconnect, phase, session } from '../state/session.ts'
import { currentTheme, toggleTheme } from '../state/theme.ts'
import { formatTime } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
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
        MCP playground <span class="by">mcp-over-fetch, in your browser, no proxy</span>
      </h1>
      <Status />
      {session.value && !hasTabs() && <AddServerButton />}
      <button
        type="button"
        class="quiet icon"
        onClick={toggleTheme}
        aria-label={dark ? 'Use light colours' : 'Use dark colours'}
      >
        {dark ? '☀' : '☾'}
      </button>
    </header>
  )
}

function Status(): JSX.Element {
  const known = session.value
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
      {(known || phase.value.status === 'connecting') && (
        <button type="button" class="small" onClick={disconnect}>
          {known ? 'Disconnect' : 'Cancel'}
        </button>
      )}
    </div>
  )
}
