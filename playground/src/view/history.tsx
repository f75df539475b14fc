/** The calls to this server since the page was opened, newest first, with a button to repeat each. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { type Call, history, nameOf, startCall } from '../state/calls.ts'
import { session } from '../state/session.ts'
import { formatDuration, formatTime } from '../ui/format.ts'
import { toJson } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CallView } from './call.tsx'
import { Reproduce } from './reproduce.tsx'

export function History(): JSX.Element {
  const opened = useSignal<number | undefined>(undefined)
  const calls = history.value
  const call = calls.find(({ id }) => id === opened.value)
  const repeat = (old: Call) => {
    opened.value = startCall(old.action)?.id
  }
  return (
    <article class="main-body">
      <h2>History</h2>
      <p class="muted">
        {calls.length === 0 ? 'Nothing was called yet at' : 'Calls to'}{' '}
        <code>
          <Text of={session.value?.target.url} maxLength={200} />
        </code>
      </p>
      <ol class="history">
        {calls.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              class="item-button"
              aria-pressed={opened.value === entry.id}
              onClick={() => (opened.value = entry.id)}
            >
              <span class="event-time">{formatTime(entry.startedAt)}</span>{' '}
              <code>
                <Text of={nameOf(entry.action)} maxLength={100} />
              </code>{' '}
              <span class="muted">
                <Text of={'args' in entry.action ? toJson(entry.action.args, 0) : ''} maxLength={80} />
              </span>{' '}
              <OutcomeTag call={entry} />
            </button>
            <button
              type="button"
              class="small"
              onClick={() => repeat(entry)}
              aria-label={`Repeat ${nameOf(entry.action)}`}
            >
              Repeat
            </button>
          </li>
        ))}
      </ol>
      {call && <CallView call={call} />}
      <Reproduce />
    </article>
  )
}

function OutcomeTag({ call }: { call: Call }): JSX.Element {
  const ended = call.ended.value
  if (!ended) return <span class="tag">running</span>
  const after = formatDuration(ended.ms)
  if (ended.outcome === 'stopped') return <span class="tag">stopped, {after}</span>
  if ('error' in ended.outcome) return <span class="tag bad">failed, {after}</span>
  return 'isError' in ended.outcome.result && ended.outcome.result.isError ? (
    <span class="tag warn">reports an error, {after}</span>
  ) : (
    <span class="tag good">{after}</span>
  )
}
