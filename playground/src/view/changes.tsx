/** The notifications of the server, with what each changed, and buttons to listen and to stop. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import {
  listening,
  type ReceivedChange,
  receivedChanges,
  setWatched,
  startListening,
  stopListening,
  unseenChanges,
  watched,
} from '../state/changes.ts'
import type { ListDiff, PartChange } from '../state/definition-diff.ts'
import { session } from '../state/session.ts'
import { formatTime } from '../ui/format.ts'
import { toText } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { Code } from './code.tsx'
import { ErrorDetails } from './error-details.tsx'

export function Notifications(): JSX.Element {
  const on = listening.value
  const known = session.value
  const received = receivedChanges.value
  const unseen = unseenChanges.value
  useEffect(() => {
    if (unseen > 0) unseenChanges.value = 0
  }, [unseen])
  if (!known) return <p class="empty">Connect to a server to receive its notifications.</p>
  return (
    <div class="wire-view notifications">
      <div class="wire-tools">
        <button type="button" class={`small ${on ? '' : 'primary'}`} onClick={on ? stopListening : startListening}>
          {on ? 'Stop listening' : 'Listen'}
        </button>
        <span class="muted">Stream: {known.connection.value.listening ?? 'off'}</span>
      </div>
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
      {received.length === 0 && (
        <p class="empty">
          No notifications yet. The server sends one when its tools, prompts or resources change, or a resource that you
          watch. Lists then reload by themselves.
        </p>
      )}
      <ol class="received-changes" aria-label="Notifications, newest first">
        {received.map(({ at, change, diff }, index) => (
          <li key={received.length - index}>
            <span class="event-time">{formatTime(at)}</span>
            <div>
              {change.type === 'failed' ? (
                <ErrorDetails error={change.error} />
              ) : (
                <Text of={describeChange(change)} maxLength={500} />
              )}
              {diff && <Differences of={diff} />}
            </div>
          </li>
        ))}
      </ol>
      <Code target={known.target} actions={[{ kind: 'listen', watched: watched.value }]} />
    </div>
  )
}

function Differences({ of: { list, added, gone, changed } }: { of: ListDiff }): JSX.Element {
  return (
    <ul class="list-differences" aria-label={`What changed in ${list}`}>
      {added.map((name) => (
        <li key={`new ${name}`} class="added">
          <span class="tag good">new</span> <Name of={name} />
        </li>
      ))}
      {gone.map((name) => (
        <li key={`gone ${name}`} class="removed">
          <span class="tag bad">gone</span> <Name of={name} />
        </li>
      ))}
      {changed.map(({ name, parts }) => (
        <li key={name}>
          <span class="tag warn">changed</span> <Name of={name} />
          <ul class="part-changes">
            {parts.map((part) => (
              <Part key={part.path} of={part} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Part({ of: { path, before, after } }: { of: PartChange }): JSX.Element {
  return (
    <li>
      <code>
        <Text of={path} maxLength={200} />
      </code>
      {before !== undefined && (
        <del>
          <Text of={toText(before)} maxLength={300} />
        </del>
      )}
      {after !== undefined && (
        <ins>
          <Text of={toText(after)} maxLength={300} />
        </ins>
      )}
    </li>
  )
}

function Name({ of }: { of: string }): JSX.Element {
  return (
    <code>
      <Text of={of} maxLength={120} />
    </code>
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
    case 'reloaded':
      return 'a reload of the list found changes'
    default:
      return `the list of ${change.type} changed`
  }
}
