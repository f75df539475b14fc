/** Time limits of the test run, in milliseconds. */

export const limits = {
  /** One scenario. */
  scenario: 20_000,
  /** Closing what a scenario opened. */
  end: 5_000,
  /** No result from a runtime: longer than one scenario and its end, and than a browser needs to start. */
  silence: 40_000,
  /** The exit of a process that has nothing left to do. */
  exit: 5_000,
} as const
