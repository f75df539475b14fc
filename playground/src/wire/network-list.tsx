/** All HTTP requests, oldest first, as the network panel of a browser lists them. */
import type { ComponentChildren, JSX } from 'preact'
import { formatBytes, formatDuration } from '../ui/format.ts'
import { clip, Text } from '../ui/text.tsx'
import { Badge } from './badge.tsx'
import { laneName, laneSummary } from './describe.ts'
import { outcomeOfLane } from './exchange.ts'
import type { Lane, Row } from './rows.ts'
import { selected, selectRow } from './selected.ts'
import { ServerLabel } from './server-label.tsx'
import { VirtualList } from './virtual-list.tsx'

const ROW_HEIGHT = 28

export function NetworkList({ rows, empty }: { rows: readonly Row[]; empty: ComponentChildren }): JSX.Element {
  const lanes = rows.filter((row): row is Lane => row.kind === 'lane')
  const key = selected.value?.key
  return (
    <div class="network-list">
      <p class="list-head" aria-hidden="true">
        <span>#</span>
        <span>Method</span>
        <span>Request</span>
        <span>Type</span>
        <span>Size</span>
        <span>Time</span>
        <span>Status</span>
      </p>
      <VirtualList
        label="HTTP requests, oldest first"
        count={lanes.length}
        height={ROW_HEIGHT}
        empty={empty}
        reveal={key === undefined ? undefined : lanes.findIndex((lane) => lane.key === key)}
        row={(index) => <Request lane={lanes[index]!} isPressed={lanes[index]!.key === key} />}
      />
    </div>
  )
}

function Request({ lane, isPressed }: { lane: Lane; isPressed: boolean }): JSX.Element {
  const { number, method, responseHeaders, recorded, start, end } = lane
  const type = responseHeaders?.['content-type']?.split(';')[0]?.replace('text/event-stream', 'SSE') ?? ''
  return (
    <button
      type="button"
      class="network-line"
      aria-pressed={isPressed}
      title={clip(laneSummary(lane), 1_000)}
      onClick={() => selectRow(lane.key)}
    >
      <span class="wire-number">{number}</span>
      <span class="message-id">{method}</span>
      <span class="message-text">
        <ServerLabel row={lane} />
        <code>
          <Text of={laneName(lane)} maxLength={120} />
        </code>
      </span>
      <span class="message-id">
        <Text of={type.replace('application/', '')} maxLength={24} />
      </span>
      <span class="wire-size">{recorded && recorded.bytes > 0 ? formatBytes(recorded.bytes) : ''}</span>
      <span class="wire-size">{end === undefined ? 'open' : formatDuration(end - start)}</span>
      <span class="message-badge">
        <Badge of={outcomeOfLane(lane)} />
      </span>
    </button>
  )
}
