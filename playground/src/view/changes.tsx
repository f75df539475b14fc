/** The list of change notifications, with buttons to listen and to stop. */
import type { JSX } from 'preact'
import {
  listening,
  type ReceivedChange,
  receivedChanges,
  setWatched,
  startListening,
  stopListening,
  watched,
} from '../state/changes.ts'
import { session } from '../state/session.ts'
import { formatTime } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
import { Code } from './code.tsx'
import { ErrorDetails } from './error-details.tsx'

export function Changes(): JSX.Element {
  const on = listening.value
  return (
    <article class="main-body">
      <h2>Changes</h2>
      <p class="description">
        The server tells when its tools, prompts or resources change, and when a resource you watch does. Lists reload
        by themselves.
      </p>
      <p class="row">
        <button type="button" class={on ? '' : 'primary'} onClick={on ? stopListening : startListening}>
          {on ? 'Stop listening' : 'Listen'}
        </button>
        <span class="muted">Stream: {session.value?.connection.value.listening ?? 'off'}</span>
      </p>
      {watched.value.length > 0 && (
        <ul class="tags" aria-label="Watched resources">
          {watched.value.map((uri) => (
            <li key={uri} class="tag">
              <Text of={uri} maxLength={120} />{' '}
              <button
                type="button"
                class="small quiet"
                aria-label={`Stop watching ${uri}`}
                onClick={() => setWatched(uri, false)}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <ol class="received-changes" aria-label="What was heard, newest first">
        {receivedChanges.value.map(({ at, change }, index) => (
          <li key={receivedChanges.value.length - index}>
            <span class="event-time">{formatTime(at)}</span>{' '}
            {change.type === 'failed' ? (
              <ErrorDetails error={change.error} />
            ) : (
              <Text of={describeChange(change)} maxLength={500} />
            )}
          </li>
        ))}
      </ol>
      {session.value && <Code target={session.value.target} actions={[{ kind: 'listen', watched: watched.value }]} />}
    </article>
  )
}

function describeChange(change: Exclude<ReceivedChange['change'], { type: 'failed' }>): string {
  switch (change.type) {
    case 'subscribed': {
      const refused = Object.keys(change.refused)
      return `listening to ${Object.keys(change.granted).join(', ') || 'nothing'}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}`
    }
    case 'resource':
      return `${change.uri} changed`
    case 'task':
      return `task: ${JSON.stringify(change.task)}`
    case 'may-have-changed':
      return `anything may have changed: ${change.reason}`
    case 'closed':
      return 'the server ended the stream'
    default:
      return `the list of ${change.type} changed`
  }
}
