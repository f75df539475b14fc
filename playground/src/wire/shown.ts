/** The wire that the pane shows: that of the chosen server, or of all servers on one time axis. */
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

export const shownWire: ReadonlySignal<WireRecord> = computed(() => (showsAll.value ? allWires : chosen.value.wire))
