/** All details of one request or one note of the timeline. */
import type { ComponentChildren, JSX } from 'preact'
import { CopyButton } from '../ui/copy-button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatBytes, formatDuration, formatTime } from '../ui/format.ts'
import { parseJson, toJson, toText } from '../ui/json.ts'
import { Pre, Text } from '../ui/text.tsx'
import { toCurl } from './curl.ts'
import { errorText, laneName, noteText } from './describe.ts'
import type { Lane, Note, Row } from './rows.ts'

export function Detail({ row, close }: { row: Row; close(): void }): JSX.Element {
  return (
    <section class="detail" aria-label="Details of the selected row">
      <header>
        <h3>
          <Text of={row.kind === 'lane' ? `${row.method} ${laneName(row)}` : row.event.type} maxLength={100} />
        </h3>
        {row.kind === 'lane' && !row.auth && <CopyButton text={() => toCurl(row)}>Copy as curl</CopyButton>}
        <button type="button" class="quiet" onClick={close} aria-label="Close the details">
          ✕
        </button>
      </header>
      <div class="detail-body">{row.kind === 'lane' ? <LaneDetail lane={row} /> : <NoteDetail note={row} />}</div>
    </section>
  )
}

function LaneDetail({ lane }: { lane: Lane }): JSX.Element {
  const { start, headersAt, end, outcome, drain, eventTimes, recorded } = lane
  return (
    <>
      <DescriptionList
        of={{
          Address: <code>{lane.url}</code>,
          Sent: formatTime(start),
          Status: lane.status,
          'First byte': headersAt === undefined ? undefined : `after ${formatDuration(headersAt - start)}`,
          Ended: end === undefined ? 'still open' : `${outcome} after ${formatDuration(end - start)}`,
          Drain:
            drain &&
            `${drainMeaning[drain.outcome] ?? drain.outcome}, ${formatDuration(drain.at - start)} after the start`,
          Events: eventTimes.length || undefined,
          Received: recorded && formatBytes(recorded.bytes),
        }}
      />
      {lane.auth && (
        <p class="muted">Authorization requests are shown without headers and bodies: they hold secrets.</p>
      )}
      <Headers title="Request headers" of={lane.headers} />
      {recorded?.request && (
        <Block title="Request body">{<Pre label="Request body" text={pretty(recorded.request)} />}</Block>
      )}
      {lane.responseHeaders && <Headers title="Response headers" of={lane.responseHeaders} />}
      {recorded?.response && (
        <Block title={recorded.bytes > recorded.response.length ? 'Response body (its beginning)' : 'Response body'}>
          <Pre label="Response body" text={pretty(recorded.response)} />
        </Block>
      )}
    </>
  )
}

const drainMeaning: Record<string, string> = {
  ended: 'the server ended the response',
  failed: 'the response broke off',
  time: 'cut short, it took too long',
  bytes: 'cut short, it was too much',
  evicted: 'cut short to make room',
  closed: 'cut short by closing',
}

function NoteDetail({ note }: { note: Note }): JSX.Element {
  const { event } = note
  return (
    <>
      <p>
        <Text of={noteText(note)} maxLength={2_000} />
      </p>
      <DescriptionList
        of={{
          At: formatTime(event.timestamp),
          ...(event.type === 'reconnect' && {
            Attempt: event.attempt,
            Delay: formatDuration(event.delay),
            Reason: event.reason,
          }),
          ...(event.type === 'warning' && { Error: errorText(event.error) }),
        }}
      />
      {event.type === 'ignored' && <Pre label="What was set aside" text={toText(event.value)} />}
    </>
  )
}

function Headers({ title, of }: { title: string; of: Record<string, string> }): JSX.Element | null {
  const entries = Object.entries(of)
  if (entries.length === 0) return null
  return (
    <Block title={title}>
      <dl class="headers">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Text of={value} maxLength={2_000} />
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}

function Block({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="block">
      <h4>{title}</h4>
      {children}
    </div>
  )
}

function pretty(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : toJson(value)
}
