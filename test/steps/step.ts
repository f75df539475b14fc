/** A step of the test run: what runs, in which process, and its outcome. */

/** What the module of a step exports, unless it exports a function `run`. */
export interface Step {
  name: string
  run(): Promise<Outcome>
}

export interface Outcome {
  passed: number
  failed: number
  /** Failures and other lines to print. */
  lines: string[]
}

/** A step as the test run plans it. */
export interface PlannedStep {
  name: string
  /** The module that runs in a process of its own, as a path in `test`. */
  module: string
  /** What its function `run` gets; JSON. */
  parameters?: object | (() => Promise<object>)
  /** How many cores it keeps busy, on average: steps that wait run beside others. @default 1 */
  cores?: number
  /** The outcome, where the module returns something else. */
  conclude?(result: unknown): Promise<Outcome>
}
