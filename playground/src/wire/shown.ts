/** The wire that the pane shows: that of the chosen server, of all servers on one time axis, or of a file. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { allWires, chosen, servers } from '../state/servers.ts'
import type { WireRecord } from './record.ts'

const wantsAll = signal(false)

/** Whether there are several servers, so that a choice makes sense. */
export const canShowAll: ReadonlySignal<boolean> = computed(() => servers.value.length > 1)

export const showsAll: ReadonlySignal<boolean> = computed(() => wantsAll.value && canShowAll.value)

export function showAll(on: boolean): void {
  wantsAll.value = on
}

/** A file that is shown instead of the live wire. */
export const imported = signal<{ name: string; record: WireRecord } | undefined>(undefined)

export const shownWire: ReadonlySignal<WireRecord> = computed(
  () => imported.value?.record ?? (showsAll.value ? allWires : chosen.value.wire),
)
