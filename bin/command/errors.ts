/** The failures that the command reports in one line: mistakes in its arguments, and everything else that can go wrong. */

/** A mistake in the arguments: exit code 2. */
export class UsageError extends Error {}

/** Anything else that ends a verb: exit code 1. */
export class CommandError extends Error {}

/** The user pressed Ctrl-C: exit code 130, as shells have it. */
export class InterruptedError extends Error {}

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const
