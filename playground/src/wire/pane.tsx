/** The wire pane: timeline or list of events, with filter, pause and export. */
import { useComputed, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { plural } from './describe.ts'
import { Divider, wireIsFull } from './divider.tsx'
import { EventList } from './events.tsx'
import { ExportMenu } from './export-menu.tsx'
import { createFilter, type WireFilter } from './filter.ts'
import { ImportedLine } from './imported.tsx'
import { LazyDetail } from './lazy-detail.tsx'
import { Legend } from './legend.tsx'
import type { WireRecord } from './record.ts'
import type { Row } from './rows.ts'
import { selected, selectedRow, selectRow } from './selected.ts'
import { canShowAll, imported, showAll, shownWire, showsAll } from './shown.ts'
import { Timeline } from './timeline.tsx'

export function WirePane(): JSX.Element {
  const view = useSignal<'timeline' | 'events'>('timeline')
  const filterText = useSignal('')
  // A new object only when the text changes, so that no event is checked twice.
  const filter = useComputed(() => createFilter(filterText.value))
  const wire = shownWire.value
  void wire.version.value
  const paused = wire.paused.value
  const rows = filterRows(wire.rows, paused?.rows, filter.value)
  const row = selectedRow.value
  return (
    <section class="pane wire" aria-label="Wire">
      <Divider />
      <header class="pane-head">
        <h2>Wire</h2>
        <span class="muted count">
          {plural(wire.rows.filter(({ kind }) => kind === 'lane').length, 'request')},{' '}
          {plural(wire.events.length, 'event')}
        </span>
        <button
          type="button"
          class="small quiet not-narrow"
          aria-pressed={wireIsFull.value}
          onClick={() => (wireIsFull.value = !wireIsFull.value)}
        >
          Full width
        </button>
        <SegmentedControl
          label="View of the wire"
          options={{ timeline: 'Timeline', events: 'Events' }}
          value={view.value}
          change={(name) => (view.value = name)}
        />
      </header>
      <div class="wire-tools">
        {canShowAll.value && !imported.value && (
          <button type="button" class="small" aria-pressed={showsAll.value} onClick={() => showAll(!showsAll.value)}>
            All servers
          </button>
        )}
        <input
          type="search"
          placeholder="Filter by name, header or body"
          aria-label="Filter the wire"
          value={filterText.value}
          onInput={({ currentTarget }) => (filterText.value = currentTarget.value)}
        />
        {!imported.value && (
          <>
            <button type="button" class="small" aria-pressed={paused !== undefined} onClick={() => togglePause(wire)}>
              {paused ? 'Go on' : 'Pause'}
            </button>
            <button type="button" class="small" onClick={() => wire.clear()}>
              Clear
            </button>
          </>
        )}
        <ExportMenu />
      </div>
      <ImportedLine />
      <div class="wire-body">
        {view.value === 'timeline' ? (
          <Timeline
            model={wire}
            rows={rows}
            selected={selected.value?.key}
            select={selectRow}
            empty={filter.value && wire.rows.length > 0 ? <NothingFound text={filterText.value} /> : <Legend />}
          />
        ) : (
          <EventList
            model={wire}
            length={paused?.events ?? wire.events.length}
            filter={filter.value}
            empty={
              filter.value ? (
                <NothingFound text={filterText.value} />
              ) : (
                <p class="empty">
                  Every event of the client is listed here: requests, answers, messages and decisions.
                </p>
              )
            }
          />
        )}
        {row && <LazyDetail row={row} message={selected.value?.message} close={() => (selected.value = undefined)} />}
      </div>
    </section>
  )
}

function NothingFound({ text }: { text: string }): JSX.Element {
  return (
    <p class="empty">
      No row has "{text.trim()}" in its name, its headers or its bodies. Bodies are kept up to their first 64 kB.
    </p>
  )
}

function togglePause({ paused, rows, events }: WireRecord): void {
  paused.value = paused.value ? undefined : { rows: rows.length, events: events.length, at: Date.now() }
}

function filterRows(rows: readonly Row[], length: number | undefined, filter: WireFilter | undefined): readonly Row[] {
  const all = length === undefined ? rows : rows.slice(0, length)
  return filter ? all.filter(filter.matchesRow) : all
}
