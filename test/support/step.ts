/** A step of a test run: a module that runs in its own process, and its outcome. */
import type { Program } from './programs.ts'

export interface Outcome {
  passed: number
  failed: number
  /** Notes, and the text of failures that are not in `failures`. */
  lines: string[]
  /** Scenarios that cannot run there, as they declare. */
  notApplicable?: number
  failures?: Failure[]
}

/** A failed test. */
export interface Failure {
  name: string
  text: string
  /** Parameters for `run` of the same module that run this test alone; absent if it must not run again. */
  again?: object
}

export interface PlannedStep {
  name: string
  /** Exports `run(parameters): Promise<Outcome>`. A path in the repository. */
  module: string
  /** JSON. */
  parameters?: object
  /** Cores it keeps busy, on average. Steps that mostly wait run beside others. @default 1 */
  cores?: number
  /** Minutes after which it counts as hanging. @default 20 */
  limit?: number
  /** Programs that npm does not install. */
  needs?: readonly Program[]
  /** However many seeds it plays, it counts as one test. */
  isOneTest?: boolean
}

/** A second run would hide these: a call that ran twice, was reported wrongly, or left something open. */
const GRAVE = /deliver|execut|leak|left open|still open|is open|are open|twice|not-executed|unhandled rejection/i

/** A failed test that may run once more, unless its text is about one of these. */
export function failure(name: string, text: string, again: object): Failure {
  return GRAVE.test(`${name} ${text}`) ? { name, text } : { name, text, again }
}
