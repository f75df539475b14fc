/** Change notifications of the shown server. */
import { type ChosenSignal, ofChosen } from './of-chosen.ts'
import type { ReceivedChange } from './server/changes.ts'
import { chosen } from './servers.ts'

export type { ReceivedChange }

export const listening: ChosenSignal<boolean> = ofChosen(({ changes }) => changes.listening)
export const watched: ChosenSignal<readonly string[]> = ofChosen(({ changes }) => changes.watched)
/** Newest first. */
export const receivedChanges: ChosenSignal<readonly ReceivedChange[]> = ofChosen(({ changes }) => changes.received)

/** How many arrived since the person looked at them. */
export const unseenChanges: ChosenSignal<number> = ofChosen(({ changes }) => changes.unseen)

export function isWatched(uri: string): boolean {
  return listening.value && watched.value.includes(uri)
}

export function setWatched(uri: string, on: boolean): void {
  chosen.value.changes.setWatched(uri, on)
}

export function startListening(): void {
  chosen.value.changes.start()
}

export function stopListening(): void {
  chosen.value.changes.stop()
}
