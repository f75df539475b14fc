/** A step for the tests of the runner: it computes, waits, fails or exits as it is told. */
import { existsSync, writeFileSync } from 'node:fs'
import type { Outcome } from './step.ts'

export interface SampleParameters {
  /** Milliseconds of processor time to use. */
  compute?: number
  /** Files that must not be there when it starts. */
  before?: readonly string[]
  /** A file to write, and one to wait for. */
  meet?: readonly [mine: string, other: string]
  throws?: string
  exits?: number
}

export async function run({ compute = 0, before = [], meet, throws, exits }: SampleParameters): Promise<Outcome> {
  if (exits !== undefined) process.exit(exits)
  if (throws !== undefined) throw new Error(throws)
  while (process.cpuUsage().user < compute * 1_000) for (let count = 0; count < 1e6; count++);
  if (meet) writeFileSync(meet[0], '')
  while (meet && !existsSync(meet[1])) await new Promise((resolve) => setTimeout(resolve, 20))
  const failed = before.filter(existsSync).length
  return { passed: 1, failed, lines: [] }
}
