/** The table at the end of a test run: how long each step took, and how much of that it computed. */
import { availableParallelism } from 'node:os'
import type { StepTime } from './run-steps.ts'

/** `seconds` is how long all of them took together. */
export function whereTheTimeWent(times: readonly StepTime[], seconds: number): string[] {
  const sorted = [...times].sort((one, other) => other.seconds - one.seconds)
  const heading = 'where the time went'
  const width = Math.max(heading.length, ...sorted.map(({ name }) => name.length))
  const rows = sorted.map(({ name, seconds, processor }) => {
    const cores = processor === undefined ? '' : `${format(processor)} ${(processor / seconds).toFixed(1).padStart(6)}`
    return `  ${name.padEnd(width)} ${format(seconds)} ${cores}`.trimEnd()
  })
  const known = times.every(({ processor }) => processor !== undefined)
  const processor = times.reduce((sum, time) => sum + (time.processor ?? 0), 0)
  const cores = availableParallelism()
  const busy = `, ${Math.round(processor)} s of processor time: ${Math.round((100 * processor) / seconds / cores)} % of ${cores} cores`
  return [
    `${heading.padEnd(width + 2)}  seconds${known ? ' processor cores' : ''}`,
    ...rows,
    `${Math.round(seconds)} s in all${known ? busy : ''}`,
  ]
}

function format(seconds: number): string {
  return seconds.toFixed(1).padStart(8)
}
