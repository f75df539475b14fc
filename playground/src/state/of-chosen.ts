/** Signals of the shown server, as one signal that follows the choice. */
import type { Signal } from '@preact/signals'
import type { Server } from './server/server.ts'
import { chosen } from './servers.ts'

export interface ChosenSignal<T> {
  value: T
}

/** Reading it in a view or effect makes that follow both the choice and the signal. */
export function ofChosen<T>(pick: (server: Server) => Signal<T>): ChosenSignal<T> {
  return {
    get value() {
      return pick(chosen.value).value
    },
    set value(next) {
      pick(chosen.value).value = next
    },
  }
}
