/** A step of the test run, and its outcome. */
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
