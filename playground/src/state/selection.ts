/** What is open in the main pane, and which pane a narrow screen shows. */
import { signal } from '@preact/signals'
import { type ChosenSignal, ofChosen } from './of-chosen.ts'

export type Selection =
  | { kind: 'server' }
  | { kind: 'tool'; name: string }
  | { kind: 'resource'; uri: string }
  | { kind: 'template'; uriTemplate: string }
  | { kind: 'prompt'; name: string }
  | { kind: 'faults' }
  | { kind: 'examine' }
  | { kind: 'model' }
  | { kind: 'sign-in' }

export type Pane = 'browse' | 'main' | 'wire'

export const selection: ChosenSignal<Selection> = ofChosen((server) => server.selection)
export const pane = signal<Pane>('main')

/** The connection form is shown, also while there is a connection. */
export const home: ChosenSignal<boolean> = ofChosen((server) => server.home)

/** The self-test is shown on the start page. */
export const selfTestIsOpen = signal(false)

export function openSelfTest(): void {
  home.value = true
  pane.value = 'main'
  selfTestIsOpen.value = true
}

export function select(next: Selection): void {
  selection.value = next
  home.value = false
  pane.value = 'main'
}
