/** The list of change notifications, with buttons to listen and to stop. */
import type { JSX } from 'preact'
import { catalog } from '../state/catalog.ts'
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
      <ListDifferences />
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

/** By name: a server tells only that a list changed, and a restarted one not even that. */
function ListDifferences(): JSX.Element | null {
  const lines = Object.entries(catalog).flatMap(([name, list]) => {
    const { changes } = list.value
    if (!changes) return []
    const parts = Object.entries({ new: [...changes.added], changed: [...changes.changed], gone: changes.gone })
    return parts.flatMap(([what, items]) => (items.length > 0 ? [`${name}, ${what}: ${items.join(', ')}`] : []))
  })
  if (lines.length === 0) return null
  return (
    <ul class="list-differences" aria-label="What the last reload of the lists found">
      {lines.map((line) => (
        <li key={line}>
          <Text of={line} maxLength={500} />
        </li>
      ))}
    </ul>
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
