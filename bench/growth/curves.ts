/** The curves: what grows, and which counts are measured. */

export type CurveName = 'calls' | 'tools' | 'clients' | 'json' | 'sse' | 'progress'

export interface Curve {
  name: CurveName
  title: string
  /** What time and memory are divided by. */
  unit: string
  counts: readonly number[]
  /** Whether memory is what the units keep after a garbage collection, or else the peak over what there was before. */
  keeps: boolean
}

/** 1, 10, 100 and so on. */
const tens = (last: number): number[] =>
  Array.from({ length: Math.round(Math.log10(last)) + 1 }, (_, power) => 10 ** power)

/** Sizes are in kB. */
export const curves: readonly Curve[] = [
  { name: 'calls', title: 'calls in flight', unit: 'call', counts: tens(10_000), keeps: true },
  { name: 'tools', title: 'tools in a list', unit: 'tool', counts: tens(10_000), keeps: true },
  { name: 'clients', title: 'clients in a process', unit: 'client', counts: tens(1_000), keeps: true },
  { name: 'json', title: 'kB in a JSON message', unit: 'kB', counts: tens(100_000), keeps: false },
  { name: 'sse', title: 'kB in a message of an event stream', unit: 'kB', counts: tens(100_000), keeps: false },
  {
    name: 'progress',
    title: 'progress notifications of a call',
    unit: 'notification',
    counts: tens(1_000_000),
    keeps: false,
  },
]

/** One point of a curve, per unit. */
export interface Point {
  microseconds: number
  bytes: number
}
