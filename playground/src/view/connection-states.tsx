/** The states of a connection, with the current one highlighted. */
import type { Status } from 'mcp-over-fetch'
import type { JSX } from 'preact'

const states: { id: Status; title: string; description: string }[] = [
  { id: 'connected', title: 'Connected', description: 'calls go straight out' },
  { id: 'reconnecting', title: 'Reconnecting', description: 'a new session is on its way; calls wait' },
  { id: 'failed', title: 'Session lost', description: 'the next call tries again' },
  { id: 'closed', title: 'Closed', description: 'by you' },
]

export function ConnectionStates({ status }: { status: Status }): JSX.Element {
  return (
    <ol class="connection-states" aria-label="State of the connection">
      {states.map(({ id, title, description }) => (
        <li key={id} class={`state status-${id}`} aria-current={id === status ? 'step' : undefined}>
          <span class="dot" aria-hidden="true" />
          <strong>{title}</strong>
          <span class="muted">{description}</span>
        </li>
      ))}
    </ol>
  )
}
