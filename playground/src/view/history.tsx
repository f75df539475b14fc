/** The calls to this server, newest first, also those of earlier visits: each can be opened, repeated and compared. */
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { type Call, clearHistory, history, historyIsCut, MAX_CALLS, nameOf, startCall } from '../state/calls.ts'
import { setDraft } from '../state/drafts.ts'
import { isFailure } from '../state/outcome.ts'
import { select } from '../state/selection.ts'
import { session } from '../state/session.ts'
import { formatDuration, formatTime } from '../ui/format.ts'
import { toJson } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { errorsOnly } from '../wire/view-state.ts'
import { CallView } from './call.tsx'
import { Compare } from './compare.tsx'
import { Reproduce } from './reproduce.tsx'

/** The ids of the opened call, and of those that are compared. Kept while the page is open. */
const opened = signal<number | undefined>(undefined)
const marked = signal<readonly number[]>([])
const isComparing = signal(false)

export function History(): JSX.Element {
  const known = session.value
  const all = history.value
  const calls = errorsOnly.value ? all.filter(isFailed) : all
  const call = all.find(({ id }) => id === opened.value)
  const pair = marked.value.flatMap((id) => all.find((known) => known.id === id) ?? [])
  return (
    <>
      <div class="wire-view history-view">
        <div class="wire-tools">
          <button
            type="button"
            class={`small errors-button ${all.some(isFailed) ? 'has-errors' : ''}`}
            aria-pressed={errorsOnly.value}
            title="Only calls that failed"
            onClick={() => (errorsOnly.value = !errorsOnly.value)}
          >
            Errors <span class="count">{all.filter(isFailed).length}</span>
          </button>
          <button
            type="button"
            class="small"
            disabled={pair.length !== 2}
            title="Mark two calls to compare their results"
            onClick={() => (isComparing.value = true)}
          >
            Compare
          </button>
          <span class="grow" />
          <button type="button" class="small" disabled={all.length === 0} onClick={clearHistory}>
            Clear history
          </button>
        </div>
        {calls.length === 0 && (
          <p class="empty">
            {all.length > 0
              ? 'Nothing has failed.'
              : 'No calls yet. Each call to this server is kept here, also after a reload.'}
          </p>
        )}
        <ol class="history">
          {calls.map((entry) => (
            <Entry key={entry.id} call={entry} />
          ))}
        </ol>
        {historyIsCut.value && <p class="hint">Older calls were dropped: the newest {MAX_CALLS} are kept.</p>}
        {known && <Reproduce />}
      </div>
      {isComparing.value && pair.length === 2 ? (
        <Compare left={pair[0]!} right={pair[1]!} close={() => (isComparing.value = false)} />
      ) : (
        call && (
          <section class="detail" aria-label="The opened call">
            <header>
              <h3>
                <Text of={nameOf(call.action)} maxLength={120} />
              </h3>
              <button
                type="button"
                class="quiet icon"
                aria-label="Close the details"
                onClick={() => (opened.value = undefined)}
              >
                ✕
              </button>
            </header>
            <div class="detail-body">
              <CallView call={call} />
            </div>
          </section>
        )
      )}
    </>
  )
}

function isFailed({ ended }: Call): boolean {
  return ended.value !== undefined && isFailure(ended.value.verdict)
}

function Entry({ call }: { call: Call }): JSX.Element {
  const { id, action, startedAt, isFromModel, isPast, lost } = call
  const name = nameOf(action)
  const isMarked = marked.value.includes(id)
  return (
    <li>
      <input
        type="checkbox"
        aria-label={`Compare ${name} of ${formatTime(startedAt)}`}
        checked={isMarked}
        // The third one takes the place of the first.
        onChange={() => {
          marked.value = isMarked ? marked.value.filter((other) => other !== id) : [...marked.value, id].slice(-2)
        }}
      />
      <button
        type="button"
        class="item-button"
        aria-pressed={opened.value === id}
        onClick={() => {
          isComparing.value = false
          opened.value = opened.value === id ? undefined : id
        }}
      >
        <span class="event-time">{formatMoment(startedAt)}</span>
        <OutcomeTag call={call} />
        <code>
          <Text of={name} maxLength={100} />
        </code>
        <span class="muted">
          <Text of={'args' in action ? toJson(action.args, 0) : ''} maxLength={80} />
        </span>
        {isFromModel && <span class="tag">model</span>}
        {isPast && <span class="visually-hidden">, of an earlier visit</span>}
      </button>
      <button
        type="button"
        class="small"
        onClick={() => repeat(call)}
        aria-label={`${lost === 'secrets' ? 'Open' : 'Repeat'} ${name}`}
        title={lost === 'secrets' ? 'Secrets in the arguments were not stored: enter them again' : undefined}
      >
        {lost === 'secrets' ? 'Open' : 'Repeat'}
      </button>
    </li>
  )
}

function repeat({ action, target, lost }: Call): void {
  if (lost === 'secrets' && action.kind !== 'resource') {
    setDraft(target.url, action.kind, action.name, action.args)
    select({ kind: action.kind, name: action.name })
    return
  }
  isComparing.value = false
  opened.value = startCall(action)?.id
}

function OutcomeTag({ call }: { call: Call }): JSX.Element {
  const ended = call.ended.value
  if (!ended) return <span class="wire-status">running</span>
  const { verdict, ms } = ended
  return (
    <span class={`wire-status ${verdict.tone}`}>
      {verdict.headline} {formatDuration(ms)}
    </span>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

function formatMoment(at: number): string {
  const time = formatTime(at)
  return new Date(at).toDateString() === new Date().toDateString()
    ? time
    : `${dateFormat.format(at)} ${time.slice(0, 8)}`
}
