/** Every mistake with its message, in the order of docs/errors.md. */
import { failedCalls } from './failed-calls.ts'
import { failedConnections } from './failed-connections.ts'
import type { Mistake } from './mistake.ts'
import { wrongArguments } from './wrong-arguments.ts'

/** By the headings of docs/errors.md. */
export const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  'Arguments of connect()': wrongArguments,
  Connecting: failedConnections,
  Calls: failedCalls,
}
