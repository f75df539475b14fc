/** All JSON-RPC messages, oldest first. A click opens the request and the response of the exchange together. */
import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { formatBytes, formatTime } from '../ui/format.ts'
import { toText } from '../ui/json.ts'
import { clip, Text } from '../ui/text.tsx'
import { Badge } from './badge.tsx'
import { exchangeLaneOf, isFailedMessage, outcomeOfLane } from './exchange.ts'
import type { WireFilter } from './filter.ts'
import type { MessageEntry } from './record.ts'
import { selected, selectRow } from './selected.ts'
import { ServerLabel } from './server-label.tsx'
import { type Summary, summarize } from './subject.ts'
import { VirtualList } from './virtual-list.tsx'

const ROW_HEIGHT = 28

export interface MessageListProps {
  messages: readonly MessageEntry[]
  /** How many of them to show; those after it arrived during a pause. */
  length: number
  filter: WireFilter | undefined
  errorsOnly: boolean
  empty: ComponentChildren
}

export function MessageList({ messages, length, filter, errorsOnly, empty }: MessageListProps): JSX.Element {
  const found = useMatchingIndexes(messages, length, filter)
  const listed = errorsOnly ? failed(messages, length, found) : found
  const { value: current } = selected
  return (
    <div class="message-list">
      <p class="list-head" aria-hidden="true">
        <span>#</span>
        <span />
        <span>Message</span>
        <span>Id</span>
        <span>Size</span>
        <span>Time</span>
        <span />
      </p>
      <VirtualList
        label="Messages, oldest first"
        count={listed ? listed.length : length}
        height={ROW_HEIGHT}
        empty={empty}
        row={(index) => {
          const entry = messages[listed ? listed[index]! : index]!
          const { key } = exchangeLaneOf(entry)
          const isPart = current?.key === key || current?.key === entry.lane.key
          return (
            <Row
              entry={entry}
              isPressed={isPart && current?.message === entry.index}
              isRelated={isPart && current?.message !== entry.index}
            />
          )
        }}
      />
    </div>
  )
}

function Row({
  entry,
  isPressed,
  isRelated,
}: {
  entry: MessageEntry
  isPressed: boolean
  isRelated: boolean
}): JSX.Element {
  const { lane, index, at, size, answers } = entry
  const isSent = index === -1
  const summary = summaryOf(entry)
  const name = nameOf(entry, summary)
  const text = summary?.text ?? clip(entry.data, 160)
  const outcome = answers ? outcomeOfLane(answers) : isSent && lane.id !== undefined ? outcomeOfLane(lane) : undefined
  // The answer has the badge; without one, the request.
  const badge = outcome && (answers || (outcome.kind !== 'ok' && !lane.answer)) ? outcome : undefined
  return (
    <button
      type="button"
      class={`message-line ${isSent ? 'sent' : 'received'} ${isRelated ? 'related' : ''}`}
      aria-pressed={isPressed}
      title={clip(`${isSent ? 'Sent' : 'Received'}: ${name} ${text}${badge?.reason ? `. ${badge.reason}` : ''}`, 1_000)}
      onClick={() => selectRow(exchangeLaneOf(entry).key, index)}
    >
      <span class="wire-number">{exchangeLaneOf(entry).number}</span>
      <span class="arrow" role="img" aria-label={isSent ? 'sent' : 'received'}>
        {isSent ? '→' : '←'}
      </span>
      <span class="message-text">
        <ServerLabel row={lane} />
        <code>
          <Text of={name} maxLength={100} />
        </code>{' '}
        <span class="muted">
          <Text of={text} maxLength={160} />
        </span>
      </span>
      <span class="message-id">{summary?.id === undefined ? '' : <Text of={toText(summary.id)} maxLength={12} />}</span>
      <span class="wire-size">{formatBytes(size)}</span>
      <span class="wire-size">{formatTime(at)}</span>
      <span class="message-badge">{badge && <Badge of={badge} />}</span>
    </button>
  )
}

const summaries = new WeakMap<MessageEntry, Summary | 'none'>()

function summaryOf(entry: MessageEntry): Summary | undefined {
  const known = summaries.get(entry) ?? summarize(entry.data) ?? 'none'
  summaries.set(entry, known)
  return known === 'none' ? undefined : known
}

/** In the words of the protocol: the method, or of which request it is the result. */
function nameOf({ lane, index, answers }: MessageEntry, summary: Summary | undefined): string {
  const kind = summary?.kind
  if (kind !== 'result' && kind !== 'error') return kind ?? 'message'
  if (answers) return `${kind} of ${answers.rpc ?? 'a request'}`
  if (index === -1) return `${kind} of ${lane.question?.method ?? 'a request of the server'}`
  return kind
}

function failed(messages: readonly MessageEntry[], length: number, found: readonly number[] | undefined): number[] {
  const indexes = found ?? Array.from({ length }, (_, index) => index)
  return indexes.filter((index) => isFailedMessage(messages[index]!))
}

/** The indexes of matching messages. Each is checked once, since thousands may arrive while a filter is set. */
function useMatchingIndexes(
  messages: readonly MessageEntry[],
  length: number,
  filter: WireFilter | undefined,
): number[] | undefined {
  const previous = useRef<{ filter: WireFilter; checked: number; first: unknown; found: number[] }>(undefined)
  if (!filter) return undefined
  const before = previous.current
  const canContinue = before && before.filter === filter && before.first === messages[0] && before.checked <= length
  const found: number[] = canContinue ? before.found : []
  const checked = canContinue ? before.checked : 0
  for (let index = checked; index < length; index++) if (filter.matchesMessage(messages[index]!)) found.push(index)
  previous.current = { filter, checked: length, first: messages[0], found }
  return found
}
