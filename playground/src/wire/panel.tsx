/** What the wire pane shows: tabs, the filter of the wire, and the list of the chosen tab with the details of a row. */
import '../../style/wire.css'
import '../../style/wire-tabs.css'
import '../../style/exchange.css'
import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { lazy } from '../ui/lazy.tsx'
import { isFailedRow } from './exchange.ts'
import { createFilter, type WireFilter } from './filter.ts'
import { ImportedLine } from './imported.tsx'
import { LazyDetail } from './lazy-detail.tsx'
import { Legend } from './legend.tsx'
import { MessageList } from './message-list.tsx'
import { NetworkList } from './network-list.tsx'
import type { WireRecord } from './record.ts'
import type { Row } from './rows.ts'
import { selected, selectedRow, selectRow } from './selected.ts'
import { shownWire } from './shown.ts'
import { WireTabs } from './tabs.tsx'
import { Timeline } from './timeline.tsx'
import { WireTools } from './tools.tsx'
import { errorsOnly, wireFilter, wireTab } from './view-state.ts'

const LogView = lazy(async () => (await import('../view/log.tsx')).LogView)
const Notifications = lazy(async () => (await import('../view/changes.tsx')).Notifications)
const History = lazy(async () => (await import('../view/history.tsx')).History)

export function Panel(): JSX.Element {
  const tab = wireTab.value
  const hasRows = tab === 'messages' || tab === 'timeline' || tab === 'network'
  return (
    <>
      <WireTabs />
      {hasRows && <WireTools />}
      {hasRows && <ImportedLine />}
      <div class="wire-body" role="tabpanel" id="wire-panel" aria-labelledby={`wire-tab-${tab}`}>
        {hasRows && <Rows />}
        {tab === 'log' && <LogView />}
        {tab === 'notifications' && <Notifications />}
        {tab === 'history' && <History />}
      </div>
    </>
  )
}

function Rows(): JSX.Element {
  // A new object only when the text changes, so that no row is checked twice.
  const filter = useComputed(() => createFilter(wireFilter.value))
  const wire = shownWire.value
  void wire.version.value
  const row = selectedRow.value
  const tab = wireTab.value
  const isFiltered = (filter.value !== undefined || errorsOnly.value) && wire.rows.length > 0
  const empty = isFiltered ? <NothingFound /> : tab === 'timeline' ? <Legend /> : <NothingYet />
  return (
    <>
      {tab === 'messages' ? (
        <MessageList
          messages={wire.messages}
          length={wire.paused.value?.messages ?? wire.messages.length}
          filter={filter.value}
          errorsOnly={errorsOnly.value}
          empty={empty}
        />
      ) : tab === 'network' ? (
        <NetworkList rows={shownRows(wire, filter.value)} empty={empty} />
      ) : (
        <Timeline
          model={wire}
          rows={shownRows(wire, filter.value)}
          selected={selected.value?.key}
          select={selectRow}
          empty={empty}
        />
      )}
      {row && <LazyDetail row={row} message={selected.value?.message} close={() => (selected.value = undefined)} />}
    </>
  )
}

function shownRows({ rows, paused }: WireRecord, filter: WireFilter | undefined): readonly Row[] {
  const length = paused.value?.rows
  const all = length === undefined ? rows : rows.slice(0, length)
  if (!filter && !errorsOnly.value) return all
  return all.filter((row) => (!filter || filter.matchesRow(row)) && (!errorsOnly.value || isFailedRow(row)))
}

function NothingFound(): JSX.Element {
  const text = wireFilter.value.trim()
  if (text === '') return <p class="empty">Nothing has failed.</p>
  return (
    <p class="empty">
      No {errorsOnly.value ? 'failed ' : ''}row has "{text}" in its name, its headers or its bodies. Bodies are kept up
      to their first 64 kB.
    </p>
  )
}

function NothingYet(): JSX.Element {
  return <p class="empty">Nothing was sent yet. Connect to a server, and every request is listed here.</p>
}
