/** What a step of the test run is: a name, something to do, and what came of it. */

export interface Step {
  name: string
  run(): Promise<Outcome>
}

export interface Outcome {
  passed: number
  failed: number
  /** What failed and other things worth reading, ready to print. */
  lines: string[]
}
