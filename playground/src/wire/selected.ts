/** What is selected in the wire: a row, and a message of it. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { pane } from '../state/selection.ts'
import { wire } from './model.ts'
import type { Row } from './rows.ts'

interface Selected {
  key: string
  /** The index of a message of its response. */
  message?: number | undefined
}

export const selected = signal<Selected | undefined>(undefined)

export const selectedRow: ReadonlySignal<Row | undefined> = computed(() => {
  void wire.version.value
  const key = selected.value?.key
  return key === undefined ? undefined : wire.rows.find((row) => row.key === key)
})

/** The key of the call that the selected row belongs to. */
export const selectedCall: ReadonlySignal<string | undefined> = computed(() => selectedRow.value?.call)

/** Selects a row; a second time, without another message, unselects it. */
export function selectRow(key: string, message?: number): void {
  const isAgain = selected.value?.key === key && message === undefined
  selected.value = isAgain ? undefined : { key, message }
}

/** Selects all rows of a call, and shows them where the screen shows one pane at a time. */
export function selectCall(call: string): void {
  const first = wire.rows.find((row) => row.call === call)
  if (!first) return
  selected.value = { key: first.key }
  pane.value = 'wire'
}
