/** Every event of the wire as a line, oldest first. */
import type { WireEvent } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { timeOfDay } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
import { eventText } from './describe.ts'
import { VirtualList } from './virtual-list.tsx'

const ROW = 26

export interface EventsProps {
  events: readonly WireEvent[]
  /** How many of them are shown at most; the rest came after a pause. */
  length: number
  matches: ((event: WireEvent) => boolean) | undefined
}

export function Events({ events, length, matches }: EventsProps): JSX.Element {
  const found = useMatches(events, length, matches)
  const at = (index: number) => events[found ? found[index]! : index]!
  return (
    <VirtualList
      label="Events, oldest first"
      count={found ? found.length : length}
      height={ROW}
      empty={<p class="empty">Nothing yet.</p>}
      row={(index) => {
        const event = at(index)
        return (
          <div class={`event event-${event.type}`}>
            <span class="event-time">{timeOfDay(event.at)}</span>
            <span class="event-number">{'n' in event ? event.n : ''}</span>
            <span class="event-text">
              <Text of={eventText(event)} maxLength={300} />
            </span>
          </div>
        )
      }}
    />
  )
}

/** Looks at each event once, so that a filter costs nothing while thousands arrive. */
function useMatches(
  events: readonly WireEvent[],
  length: number,
  matches: EventsProps['matches'],
): number[] | undefined {
  const kept = useRef<{ matches: EventsProps['matches']; seen: number; first: unknown; found: number[] }>(undefined)
  if (!matches) return undefined
  const before = kept.current
  const goesOn = before && before.matches === matches && before.first === events[0] && before.seen <= length
  const found: number[] = goesOn ? before.found : []
  const seen = goesOn ? before.seen : 0
  for (let index = seen; index < length; index++) if (matches(events[index]!)) found.push(index)
  kept.current = { matches, seen: length, first: events[0], found }
  return found
}
