/** What is selected in the wire: a row, and a message of it. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { WireRecord } from './record.ts'
import type { Row } from './rows.ts'
import { imported, shownWire } from './shown.ts'
import { errorsOnly, showWireTab, wireFilter } from './view-state.ts'

interface Selected {
  key: string
  /** The index of a message of its response; -1 for what was sent. */
  message?: number | undefined
}

export const selected = signal<Selected | undefined>(undefined)

export const selectedRow: ReadonlySignal<Row | undefined> = computed(() => {
  const { version, rows } = shownWire.value
  void version.value
  const key = selected.value?.key
  return key === undefined ? undefined : rows.find((row) => row.key === key)
})

/** The key of the call that the selected row belongs to. */
export const selectedCall: ReadonlySignal<string | undefined> = computed(() => selectedRow.value?.call)

/** Selects a row; a second time, without another message, unselects it. */
export function selectRow(key: string, message?: number): void {
  const isAgain = selected.value?.key === key && selected.value.message === message
  selected.value = isAgain ? undefined : { key, message }
}

/** Selects a row of the live wire, and shows it where a file or another pane is in its place. */
export function showRow(key: string): void {
  imported.value = undefined
  wireFilter.value = ''
  errorsOnly.value = false
  selected.value = { key }
  showWireTab('timeline')
}

/** Selects all rows of a call, and shows them where the screen shows one pane at a time. */
export function selectCall({ rows }: Pick<WireRecord, 'rows'>, call: string): void {
  const first = rows.find((row) => row.call === call)
  if (first) showRow(first.key)
}
