/** Whether the shown server still answers. */
import { type ChosenSignal, ofChosen } from './of-chosen.ts'

/** When it stopped answering, `Date.now()`; undefined while it answers. */
export const silentSince: ChosenSignal<number | undefined> = ofChosen(({ liveness }) => liveness.silentSince)
