/** The order of everything on a tape, across requests, and the time between two neighbours as a class. */
import type { TapePlace, TimingClass } from './tape.ts'

/** Milliseconds from which on something came soon, and later. */
const SOON = 20
const LATER = 1_000

/** The milliseconds that a replay waits: enough that a recording of it has the same classes. */
export const WAIT: Readonly<Record<TimingClass, number>> = { 'at-once': 0, soon: SOON + 5, later: LATER + 25 }

export interface Order {
  /** Adds what happened now. `previous` is what comes before it unless something else happened in between. */
  add(name: string, previous: string | undefined): TapePlace
}

export function createOrder(now: () => number): Order {
  let last: string | undefined
  let lastAt = now()
  return {
    add(name, previous) {
      const at = now()
      const when = classOf(at - lastAt)
      const after = last === previous ? undefined : last
      last = name
      lastAt = at
      return { when, ...(after !== undefined && { after }) }
    },
  }
}

function classOf(milliseconds: number): TimingClass {
  if (milliseconds < SOON) return 'at-once'
  return milliseconds < LATER ? 'soon' : 'later'
}

/** The names of the parts of an entry, which `after` refers to. Entries and events are counted from 1. */
export const requestName = (entry: number): string => `request ${entry}`
export const responseName = (entry: number): string => `response ${entry}`
export const eventName = (entry: number, event: number): string => `event ${entry}.${event}`
export const endName = (entry: number): string => `end ${entry}`
