/** All details of one request or one note of the timeline. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { CopyButton } from '../ui/copy-button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDuration, formatTime } from '../ui/format.ts'
import { toText } from '../ui/json.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Pre, Text } from '../ui/text.tsx'
import { Badge } from './badge.tsx'
import { toCurl } from './curl.ts'
import { errorText, laneName, laneSummary, noteText } from './describe.ts'
import { HeadersTab } from './detail-headers.tsx'
import { MessagesTab } from './detail-messages.tsx'
import { RawTab } from './detail-raw.tsx'
import { outcomeOfLane } from './exchange.ts'
import type { Lane, Note, Row } from './rows.ts'
import { wireTab } from './view-state.ts'

type Tab = 'messages' | 'headers' | 'raw'

export interface DetailProps {
  row: Row
  /** The index of the message to open. */
  message: number | undefined
  close(): void
}

export function Detail({ row, message, close }: DetailProps): JSX.Element {
  const tab = useSignal<Tab>(wireTab.value === 'network' ? 'headers' : 'messages')
  return (
    <section class="detail" aria-label="Details of the selected row">
      <header>
        {row.kind === 'lane' && <span class="wire-number">{row.number}</span>}
        <h3>
          <Text of={row.kind === 'lane' ? `${row.method} ${laneName(row)}` : row.event.type} maxLength={120} />
        </h3>
        {row.kind === 'lane' && <Badge of={outcomeOfLane(row)} />}
        <button type="button" class="quiet icon" onClick={close} aria-label="Close the details">
          ✕
        </button>
      </header>
      {row.kind === 'lane' && (
        <div class="detail-tools">
          <SegmentedControl
            label="Part of the request"
            options={{ messages: 'Messages', headers: 'Headers', raw: 'Raw' }}
            value={tab.value}
            change={(next) => (tab.value = next)}
          />
          {!row.auth && (
            <>
              <CopyButton text={() => toCurl(row, { secrets: false })}>Copy as curl</CopyButton>
              <CopyButton text={() => toCurl(row, { secrets: true })}>Copy with secrets</CopyButton>
            </>
          )}
        </div>
      )}
      <div class="detail-body">
        {row.kind === 'note' ? (
          <NoteDetail note={row} />
        ) : (
          <LaneDetail key={row.key} lane={row} tab={tab.value} message={message} />
        )}
      </div>
    </section>
  )
}

function LaneDetail({ lane, tab, message }: { lane: Lane; tab: Tab; message: number | undefined }): JSX.Element {
  return (
    <>
      <p class="muted">
        <Text of={laneSummary(lane)} maxLength={500} />
      </p>
      {tab === 'messages' && <MessagesTab lane={lane} message={message} />}
      {tab === 'headers' && <HeadersTab lane={lane} />}
      {tab === 'raw' && <RawTab lane={lane} />}
    </>
  )
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
