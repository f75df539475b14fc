/** The wire pane: timeline or list of events, with filter, pause and export. */
import { useComputed, useSignal } from '@preact/signals'
import type { WireEvent } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { eventText, laneName, noteText } from './describe.ts'
import { Detail } from './detail.tsx'
import { EventList } from './events.tsx'
import { download, exportWire } from './export.ts'
import { wire } from './model.ts'
import type { Row } from './rows.ts'
import { Timeline } from './timeline.tsx'

export function WirePane(): JSX.Element {
  const view = useSignal<'timeline' | 'events'>('timeline')
  const filter = useSignal('')
  const selected = useSignal<string | undefined>(undefined)
  const bodies = useSignal(false)
  // A new function only when the filter changes, so that EventList checks no event twice.
  const matches = useComputed(() => createMatcher(filter.value))
  void wire.version.value
  const paused = wire.paused.value
  const rows = filterRows(wire.rows, paused?.rows, filter.value)
  const row = selected.value === undefined ? undefined : wire.rows.find(({ key }) => key === selected.value)
  return (
    <section class="pane wire" aria-label="Wire">
      <header class="pane-head">
        <h2>Wire</h2>
        <span class="muted count">
          {wire.rows.filter(({ kind }) => kind === 'lane').length} requests, {wire.events.length.toLocaleString('en')}{' '}
          events
        </span>
        <SegmentedControl
          label="View of the wire"
          options={{ timeline: 'Timeline', events: 'Events' }}
          value={view.value}
          change={(name) => (view.value = name)}
        />
      </header>
      <div class="wire-tools">
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter the wire"
          value={filter.value}
          onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
        />
        <button type="button" class="small" aria-pressed={paused !== undefined} onClick={togglePause}>
          {paused ? 'Go on' : 'Pause'}
        </button>
        <button type="button" class="small" onClick={() => wire.clear()}>
          Clear
        </button>
        <details class="menu">
          <summary class="button small">Export</summary>
          <div class="menu-body">
            <p>Redacted: no tokens, no session ids. For a bug report.</p>
            <label class="check">
              <input
                type="checkbox"
                checked={bodies.value}
                onChange={({ currentTarget }) => (bodies.value = currentTarget.checked)}
              />
              With bodies, which may hold anything
            </label>
            <button
              type="button"
              class="primary small"
              onClick={() => download('mcp-wire.json', exportWire(wire.rows, wire.events, { bodies: bodies.value }))}
            >
              Save as JSON
            </button>
          </div>
        </details>
      </div>
      {view.value === 'timeline' ? (
        <Timeline
          model={wire}
          rows={rows}
          selected={selected.value}
          select={(key) => (selected.value = selected.value === key ? undefined : key)}
        />
      ) : (
        <EventList events={wire.events} length={paused?.events ?? wire.events.length} matches={matches.value} />
      )}
      {row && view.value === 'timeline' && <Detail row={row} close={() => (selected.value = undefined)} />}
    </section>
  )
}

function togglePause(): void {
  wire.paused.value = wire.paused.value
    ? undefined
    : { rows: wire.rows.length, events: wire.events.length, at: Date.now() }
}

function createMatcher(filter: string): ((event: WireEvent) => boolean) | undefined {
  const wanted = filter.trim().toLowerCase()
  if (!wanted) return undefined
  return (event) => `${event.type} ${eventText(event)}`.toLowerCase().includes(wanted)
}

function filterRows(rows: readonly Row[], length: number | undefined, filter: string): readonly Row[] {
  const wanted = filter.trim().toLowerCase()
  const all = length === undefined ? rows : rows.slice(0, length)
  if (!wanted) return all
  return all.filter((row) => {
    const text =
      row.kind === 'lane' ? `${laneName(row)} ${row.method} ${row.status ?? ''}` : `${row.event.type} ${noteText(row)}`
    return text.toLowerCase().includes(wanted)
  })
}
