/** The list of all wire events, oldest first. */
import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { formatTime } from '../ui/format.ts'
import { clip, Text } from '../ui/text.tsx'
import { eventText } from './describe.ts'
import type { WireFilter } from './filter.ts'
import type { WireRecord } from './record.ts'
import { selectRow } from './selected.ts'
import { VirtualList } from './virtual-list.tsx'

const ROW_HEIGHT = 26

export interface EventListProps {
  model: WireRecord
  /** How many of them to show; those after it arrived during a pause. */
  length: number
  filter: WireFilter | undefined
  empty: ComponentChildren
}

export function EventList({ model, length, filter, empty }: EventListProps): JSX.Element {
  const { events } = model
  const found = useMatchingIndexes(model, length, filter)
  const at = (index: number) => events[found ? found[index]! : index]!
  return (
    <VirtualList
      label="Events, oldest first"
      count={found ? found.length : length}
      height={ROW_HEIGHT}
      empty={empty}
      row={(index) => {
        const event = at(index)
        const lane = model.laneOf(event)
        const text = eventText(event, lane)
        return (
          <div class={`event event-${event.type}`} title={clip(text, 1_000)}>
            <span class="event-time">{formatTime(event.timestamp)}</span>
            {lane ? (
              <button
                type="button"
                class="event-number"
                aria-label={`Details of request ${lane.number}`}
                onClick={() => selectRow(lane.key)}
              >
                {lane.number}
              </button>
            ) : (
              <span class="event-number" />
            )}
            <span class="event-text">
              <Text of={text} maxLength={300} />
            </span>
          </div>
        )
      }}
    />
  )
}

/** The indexes of matching events. Each event is checked once, since thousands may arrive while a filter is set. */
function useMatchingIndexes(
  { events, laneOf }: WireRecord,
  length: number,
  filter: WireFilter | undefined,
): number[] | undefined {
  const previous = useRef<{ filter: WireFilter; checked: number; first: unknown; found: number[] }>(undefined)
  if (!filter) return undefined
  const before = previous.current
  const canContinue = before && before.filter === filter && before.first === events[0] && before.checked <= length
  const found: number[] = canContinue ? before.found : []
  const checked = canContinue ? before.checked : 0
  for (let index = checked; index < length; index++) {
    const event = events[index]!
    if (filter.matchesEvent(event, laneOf(event))) found.push(index)
  }
  previous.current = { filter, checked: length, first: events[0], found }
  return found
}
