/** What the connection form of the shown server holds. */
import { type ChosenSignal, ofChosen } from './of-chosen.ts'
import type { Target } from './target.ts'

export const target: ChosenSignal<Target> = ofChosen(({ form }) => form)

export function updateTarget(part: Partial<Target>): void {
  target.value = { ...target.value, ...part }
}
