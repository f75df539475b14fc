/** How long, in milliseconds, things may take before they count as failed. */

export const limits = {
  /** One scenario. */
  scenario: 20_000,
  /** Closing what a scenario opened. */
  end: 5_000,
  /** Hearing nothing from a runtime: longer than a scenario with its end, and than a browser needs to start. */
  silence: 40_000,
  /** A process that has nothing left to do. */
  exit: 5_000,
} as const
