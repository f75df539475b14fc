/** The list of all wire events, oldest first. */
import type { WireEvent } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { formatTime } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
import { eventText } from './describe.ts'
import { VirtualList } from './virtual-list.tsx'

const ROW_HEIGHT = 26

export interface EventListProps {
  events: readonly WireEvent[]
  /** How many of them to show; those after it arrived during a pause. */
  length: number
  matches: ((event: WireEvent) => boolean) | undefined
}

export function EventList({ events, length, matches }: EventListProps): JSX.Element {
  const found = useMatchingIndexes(events, length, matches)
  const at = (index: number) => events[found ? found[index]! : index]!
  return (
    <VirtualList
      label="Events, oldest first"
      count={found ? found.length : length}
      height={ROW_HEIGHT}
      empty={<p class="empty">Nothing yet.</p>}
      row={(index) => {
        const event = at(index)
        return (
          <div class={`event event-${event.type}`}>
            <span class="event-time">{formatTime(event.timestamp)}</span>
            <span class="event-number">{'request' in event ? event.request : ''}</span>
            <span class="event-text">
              <Text of={eventText(event)} maxLength={300} />
            </span>
          </div>
        )
      }}
    />
  )
}

/** The indexes of matching events. Each event is checked once, since thousands may arrive while a filter is set. */
function useMatchingIndexes(
  events: readonly WireEvent[],
  length: number,
  matches: EventListProps['matches'],
): number[] | undefined {
  const previous = useRef<{ matches: EventListProps['matches']; checked: number; first: unknown; found: number[] }>(
    undefined,
  )
  if (!matches) return undefined
  const before = previous.current
  const canContinue = before && before.matches === matches && before.first === events[0] && before.checked <= length
  const found: number[] = canContinue ? before.found : []
  const checked = canContinue ? before.checked : 0
  for (let index = checked; index < length; index++) if (matches(events[index]!)) found.push(index)
  previous.current = { matches, checked: length, first: events[0], found }
  return found
}
