/** Every call since the page was opened, newest first, to look at and to repeat. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { begin, type Call, history, keyOf } from '../state/calls.ts'
import { duration, timeOfDay } from '../ui/format.ts'
import { Text, toJson } from '../ui/text.tsx'
import { CallView } from './call.tsx'

export function History(): JSX.Element {
  const opened = useSignal<number | undefined>(undefined)
  const calls = history.value
  const call = calls.find(({ id }) => id === opened.value)
  const repeat = (old: Call) => {
    opened.value = begin(old.action)?.id
  }
  return (
    <article class="work-body">
      <h2>History</h2>
      {calls.length === 0 && <p class="muted">Nothing was called yet.</p>}
      <ol class="history">
        {calls.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              class="item-button"
              aria-pressed={opened.value === entry.id}
              onClick={() => (opened.value = entry.id)}
            >
              <span class="event-time">{timeOfDay(entry.at)}</span>{' '}
              <code>
                <Text of={keyOf(entry.action)} maxLength={100} />
              </code>{' '}
              <span class="muted">
                <Text of={'args' in entry.action ? toJson(entry.action.args, 0) : ''} maxLength={80} />
              </span>{' '}
              <Manner call={entry} />
            </button>
            <button
              type="button"
              class="small"
              onClick={() => repeat(entry)}
              aria-label={`Repeat ${keyOf(entry.action)}`}
            >
              Repeat
            </button>
          </li>
        ))}
      </ol>
      {call && <CallView call={call} />}
    </article>
  )
}

function Manner({ call }: { call: Call }): JSX.Element {
  const ended = call.ended.value
  if (!ended) return <span class="tag">running</span>
  const after = duration(ended.ms)
  if (ended.how === 'stopped') return <span class="tag">stopped, {after}</span>
  if ('error' in ended.how) return <span class="tag bad">failed, {after}</span>
  return 'isError' in ended.how.result && ended.how.result.isError ? (
    <span class="tag warn">reports an error, {after}</span>
  ) : (
    <span class="tag good">{after}</span>
  )
}
