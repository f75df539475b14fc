/** A step for the tests of the runner: it fails, ends or waits as it is told. */
import { existsSync, watch, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { failure, type Outcome } from './step.ts'

export interface SampleParameters {
  throws?: string
  exits?: number
  /** A file to write, and one to wait for. */
  meet?: readonly [mine: string, other: string]
  /** Fails with this text until the file exists, which it then writes. */
  failsOnce?: readonly [file: string, text: string]
  /** Set when the test runs alone. */
  alone?: boolean
}

export async function run({ throws, exits, meet, failsOnce }: SampleParameters): Promise<Outcome> {
  if (exits !== undefined) process.exit(exits)
  if (throws !== undefined) throw new Error(throws)
  if (meet) await meetOther(...meet)
  if (failsOnce && !existsSync(failsOnce[0])) {
    writeFileSync(failsOnce[0], '')
    return { passed: 0, failed: 1, lines: [], failures: [failure('sometimes', failsOnce[1], { alone: true })] }
  }
  return { passed: 1, failed: 0, lines: [] }
}

async function meetOther(mine: string, other: string): Promise<void> {
  const changes = watch(dirname(mine))
  const appeared = new Promise<void>((resolve) => {
    changes.on('change', () => existsSync(other) && resolve())
  })
  writeFileSync(mine, '')
  if (!existsSync(other)) await appeared
  changes.close()
}
