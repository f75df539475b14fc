/** Controls of an open connection: the logging level, and signing out. */
import { useSignal } from '@preact/signals'
import type { LoggingLevel } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { signOut } from '../state/oauth.ts'
import { chosen } from '../state/servers.ts'
import { disconnect, type Session } from '../state/session.ts'
import { ErrorDetails } from './error-details.tsx'

const levels: LoggingLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

export function SessionControls({ known: { client, target } }: { known: Session }): JSX.Element {
  const level = useSignal('')
  const error = useSignal<unknown>(undefined)
  const setLevel = async (name: string) => {
    level.value = name
    error.value = undefined
    await client.setLoggingLevel(name as LoggingLevel).catch((reason: unknown) => {
      error.value = reason
    })
  }
  return (
    <div class="session-controls">
      <label class="choice">
        <span>Logging level</span>
        <select value={level.value} onChange={({ currentTarget }) => setLevel(currentTarget.value)}>
          <option value="" disabled>
            Server default
          </option>
          {levels.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {target.auth === 'oauth' && (
        <button
          type="button"
          class="small"
          onClick={() => signOut(target, chosen.value.wire).then(disconnect, (reason) => (error.value = reason))}
        >
          Sign out
        </button>
      )}
      {error.value !== undefined && <ErrorDetails error={error.value} />}
    </div>
  )
}
