/** The states of a connection, with the present one lit. */
import type { Status } from 'mcp-over-fetch'
import type { JSX } from 'preact'

const states: { id: Status; title: string; says: string }[] = [
  { id: 'connected', title: 'Connected', says: 'calls go straight out' },
  { id: 'reconnecting', title: 'Reconnecting', says: 'a new session is on its way; calls wait' },
  { id: 'failed', title: 'Session lost', says: 'the next call tries again' },
  { id: 'closed', title: 'Closed', says: 'by you' },
]

export function ConnectionStates({ status }: { status: Status }): JSX.Element {
  return (
    <ol class="machine" aria-label="State of the connection">
      {states.map(({ id, title, says }) => (
        <li key={id} class={`state status-${id}`} aria-current={id === status ? 'step' : undefined}>
          <span class="dot" aria-hidden="true" />
          <strong>{title}</strong>
          <span class="muted">{says}</span>
        </li>
      ))}
    </ol>
  )
}
