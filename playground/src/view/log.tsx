/** Everything that the server logged, in calls and outside of them, and the states of its tasks. */
import { signal } from '@preact/signals'
import type { WireEvent } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { chosen } from '../state/servers.ts'
import { download } from '../ui/download.ts'
import { formatTime } from '../ui/format.ts'
import { nonEmptyString, toJson, toText } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { Choice } from './choice.tsx'

type LogEvent = Extract<WireEvent, { type: 'log' }>

/** As syslog has them, least important first. */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
/** Older lines are counted, not drawn. */
const MAX_LINES = 500

/** Kept while the page is open. */
const least = signal('debug')
const logger = signal('')
const search = signal('')

export function LogView(): JSX.Element {
  const { wire, tasks } = chosen.value
  void wire.version.value
  const all = wire.events.filter((event): event is LogEvent => event.type === 'log')
  const loggers = [...new Set(all.map((event) => toText(event.logger ?? '')))].sort().slice(0, 200)
  const wanted = search.value.trim().toLowerCase()
  const found = all.filter(
    (event) =>
      // A level that is not one of these is always shown.
      (levels.indexOf(toText(event.level)) < 0 || levels.indexOf(event.level) >= levels.indexOf(least.value)) &&
      (logger.value === '' || toText(event.logger ?? '') === logger.value.slice(1)) &&
      (wanted === '' || `${toText(event.logger ?? '')} ${toText(event.data)}`.toLowerCase().includes(wanted)),
  )
  return (
    <div class="wire-view">
      <div class="wire-tools log-tools">
        <Choice
          label="Minimum level"
          value={least.value}
          change={(next) => (least.value = next)}
          options={Object.fromEntries(levels.map((level) => [level, level]))}
        />
        <Choice
          label="Logger"
          value={logger.value}
          change={(next) => (logger.value = next)}
          // The mark keeps a logger without a name apart from the choice of all.
          options={{ '': 'all', ...Object.fromEntries(loggers.map((name) => [`:${name}`, name || 'without a name'])) }}
        />
        <label class="choice">
          <span>Search</span>
          <input
            type="search"
            aria-label="Search the log"
            value={search.value}
            onInput={({ currentTarget }) => (search.value = currentTarget.value)}
          />
        </label>
      </div>
      <p class="row">
        <span class="muted" role="status">
          {all.length === 0
            ? 'No log messages yet. The server view sets the level that the server is asked for.'
            : `${found.length.toLocaleString('en')} of ${all.length.toLocaleString('en')} messages`}
        </span>
        {found.length > 0 && (
          <button type="button" class="small" onClick={() => download('mcp-log.json', toJson(found))}>
            Save as JSON
          </button>
        )}
      </p>
      {found.length > 0 && <LogLines of={found} />}
      {tasks.all.value.length > 0 && (
        <section>
          <h3>Tasks</h3>
          <ul class="task-list" aria-label="Tasks, newest first">
            {tasks.all.value.map(({ taskId, status, statusMessage, lastUpdatedAt }) => (
              <li key={taskId}>
                <code>
                  <Text of={taskId} maxLength={60} />
                </code>{' '}
                <span class="tag">{status}</span> <Text of={nonEmptyString(statusMessage) ?? ''} maxLength={300} />{' '}
                <span class="muted">
                  <Text of={lastUpdatedAt} maxLength={40} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function LogLines({ of }: { of: readonly LogEvent[] }): JSX.Element {
  const shown = of.slice(-MAX_LINES)
  return (
    <div class="logs">
      {of.length > shown.length && (
        <p class="muted">{(of.length - shown.length).toLocaleString('en')} older messages are in the file.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ol class="whole-log" tabIndex={0} aria-label="Log messages, oldest first">
        {shown.map((event, index) => (
          <li key={index} class={`level-${toText(event.level)}`}>
            <span class="event-time">{formatTime(event.timestamp)}</span>{' '}
            <span class="level">
              <Text of={event.level} maxLength={20} />
            </span>
            {nonEmptyString(event.logger) && (
              <span class="muted">
                <Text of={event.logger} maxLength={60} />{' '}
              </span>
            )}
            {event.call === undefined && <span class="tag">outside calls</span>}{' '}
            <Text of={event.data} maxLength={2_000} />
          </li>
        ))}
      </ol>
    </div>
  )
}
