/** Every server with every fault at every moment, in an order that never changes. */
import type { RuntimeName } from './clients/runtimes.ts'
import { type Moment, pageMoments } from './clients/script.ts'
import { type Fault, faults } from './faults.ts'
import { type ServerMode, serverModes } from './server-modes.ts'

export interface Combination {
  /** Where the client runs. */
  runtime: RuntimeName
  mode: ServerMode
  fault: Fault
  moment: Moment
}

export const moments: readonly Moment[] = [
  'connecting',
  'request sent',
  'first event',
  'between events',
  'half an answer',
  'draining',
  'idle',
  'listening',
]

/** Servers that pages can call: they have the headers for that. All of them are in Node. */
const forOtherRuntimes = ['sdk 1.32, event store', 'sdk 1.32, HTTP+SSE', 'server 2.4, modern', 'server 2.4, sessions']

/** All, or the one with this name, or those whose name contains each part of it. */
export function allCombinations(name = ''): Combination[] {
  const inNode = crossed('node', serverModes)
  const others = serverModes.filter((mode) => forOtherRuntimes.includes(mode.name))
  const elsewhere = (['chromium', 'workerd'] as const).flatMap((runtime) => crossed(runtime, others))
  const inPages = others.flatMap((mode) =>
    faults.flatMap((fault) => pageMoments.map((moment): Combination => ({ runtime: 'chromium', mode, fault, moment }))),
  )
  const all = [...inNode, ...elsewhere.filter((combination) => isChosen(combination, 4, 1)), ...inPages]
  const exact = all.filter((combination) => nameOf(combination) === name)
  const parts = name.split(' / ')
  return exact.length > 0
    ? exact
    : all.filter((combination) => parts.every((part) => nameOf(combination).includes(part)))
}

function crossed(runtime: RuntimeName, modes: readonly ServerMode[]): Combination[] {
  const all = modes.flatMap((mode) =>
    faults.flatMap((fault) => moments.map((moment): Combination => ({ runtime, mode, fault, moment }))),
  )
  return all.filter(
    ({ mode: { only }, fault, moment }) => !only || (only.faults.includes(fault.name) && only.moments.includes(moment)),
  )
}

/**
 * One of eight in Node, where each server meets each fault once, at another moment each; half of the others; one of five
 * where a server has only some, but at least one.
 */
export function sampleOf(combinations: readonly Combination[]): Combination[] {
  return combinations.filter((combination) => {
    const { mode, runtime } = combination
    if (!mode.only) return isChosen(combination, 8, runtime === 'node' ? 0 : 1)
    const own = combinations.filter((other) => other.mode === mode)
    return (serverModes.indexOf(mode) + own.indexOf(combination)) % Math.min(5, own.length) === 0
  })
}

/** Every n-th, with other faults and moments for each server. */
function isChosen({ mode, fault, moment }: Combination, n: number, rest: number): boolean {
  const place = [...moments, ...pageMoments].indexOf(moment)
  return (serverModes.indexOf(mode) + faults.indexOf(fault) + place) % n === rest
}

export const nameOf = ({ runtime, mode, fault, moment }: Combination) =>
  [mode.name, fault.name, moment, ...(runtime === 'node' ? [] : [`in ${runtime}`])].join(' / ')
