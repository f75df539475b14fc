/** The filter of the wire, the button for what failed, and what else is done with its rows. */
import type { JSX } from 'preact'
import { isFailedRow } from './exchange.ts'
import { ExportMenu } from './export-menu.tsx'
import type { WireRecord } from './record.ts'
import { canShowAll, imported, showAll, shownWire, showsAll } from './shown.ts'
import { errorsOnly, wireFilter } from './view-state.ts'

export function WireTools(): JSX.Element {
  const wire = shownWire.value
  void wire.version.value
  const paused = wire.paused.value
  const errors = wire.rows.reduce((sum, row) => sum + (isFailedRow(row) ? 1 : 0), 0)
  return (
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
        value={wireFilter.value}
        onInput={({ currentTarget }) => (wireFilter.value = currentTarget.value)}
      />
      <button
        type="button"
        class={`small errors-button ${errors > 0 ? 'has-errors' : ''}`}
        aria-pressed={errorsOnly.value}
        title="Only exchanges that failed"
        onClick={() => (errorsOnly.value = !errorsOnly.value)}
      >
        Errors <span class="count">{errors.toLocaleString('en')}</span>
      </button>
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
  )
}

function togglePause({ paused, rows, messages }: WireRecord): void {
  paused.value = paused.value ? undefined : { rows: rows.length, messages: messages.length, at: Date.now() }
}
