/** Disturbs servers while clients use them: faults by name, restarts, ended streams, expired tokens, notifications. */
import { type FaultName, faultTable } from '../../../src/testing/faults/table.ts'
import type { ActiveFault, FaultOptions } from '../../../src/testing/index.ts'
import type { RandomChoices } from '../../simulation/random-choices.ts'
import type { SoakServer } from './servers.ts'

const NAMES = Object.keys(faultTable) as FaultName[]

/** Durations and sizes that fit a soak, whose calls take milliseconds. */
const OPTIONS: Readonly<Partial<Record<FaultName, FaultOptions>>> = {
  'late-response': { delay: 60 },
  'ignores-abort': { delay: 100 },
  'late-cut': { delay: 40 },
  slow: { bytesPerSecond: 20_000 },
  'in-pieces': { bytes: 200 },
  'huge-message': { bytes: 100_000 },
  'expires-sessions': { idle: 1 },
  'closes-to-be-polled': { retry: 10 },
  'retry-large': { retry: 150 },
  // A notification that the server sends twice is delivered twice.
  duplicates: { on: 'tools/list' },
}

export interface Disturbances {
  /** Once for each server and moment. */
  disturb(server: SoakServer): void
  /** Ends all faults; how many requests each has met is added to `hits`. */
  stop(): void
  hits: Map<string, number>
}

export function createDisturbances(random: RandomChoices): Disturbances {
  const hits = new Map<string, number>()
  let active: { name: string; fault: ActiveFault }[] = []
  return {
    hits,
    disturb(server) {
      if (random.chance(0.6)) addFault(server)
      else if (random.chance(0.3)) act(server)
    },
    stop() {
      for (const { name, fault } of active) {
        count(name, fault.hits)
        fault.stop()
      }
      active = []
    },
  }

  function addFault(server: SoakServer): void {
    const name = random.pick(NAMES)
    const on = random.chance(0.5) ? { on: 'tools/call' } : {}
    const fault = server.fault(name, { times: 1, ...on, ...OPTIONS[name] })
    active.push({ name, fault })
  }

  function act(server: SoakServer): void {
    const actions = {
      restart: () => server.restart(),
      'streams ended': () => server.closeStreams(random.pick(['get', 'post', 'sse', 'all'])),
      'tokens expired': () => server.expireTokens(),
      'list changed': () => server.notify('notifications/tools/list_changed'),
    }
    const name = random.pick(Object.keys(actions) as (keyof typeof actions)[])
    actions[name]()
    count(name, 1)
  }

  function count(name: string, times: number): void {
    hits.set(name, (hits.get(name) ?? 0) + times)
  }
}
