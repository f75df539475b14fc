/** Guards the methods of a client: they refuse unknown options and a closed client, and errors show who called. */

import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { ClosedError } from '../errors.ts'
import { checkKeys } from '../known-options.ts'
import { addCallerLine } from '../util/caller-line.ts'
import { checkResume } from '../validation/stored.ts'

/** Throws for unknown options, for a `resume` that is none, and for a closed client, whose signal is `closing`. */
export function checkCall(name: string, options: unknown, known: readonly string[], closing: AbortSignal): void {
  checkKeys(name, options, known)
  checkResume((options as CallOptions | undefined)?.resume)
  if (closing.aborted) throw new ClosedError(`${name}: the client is closed`, { delivery: 'not-executed' })
}

export type Method = (context: ConnectedContext, ...args: never[]) => Promise<unknown>

/** The method of this client, guarded. `position` is that of its options among the arguments, `known` are their names. */
export function guardMethod(
  context: ConnectedContext,
  name: string,
  method: Method,
  position: number,
  known: object,
): (...args: never[]) => Promise<unknown> {
  return async (...args) => {
    // Its stack is read only if the call fails; creating it costs a few microseconds.
    const call = new Error()
    checkCall(name, args[position], Object.keys(known), context.closing)
    try {
      return await method({ ...context, call: ++context.activity.lastCall }, ...args)
    } catch (error) {
      throw addCallerLine(explain(name, error), call)
    }
  }
}

/** Another error for the one of workerd when a Worker uses a stream of an earlier request. */
function explain(name: string, cause: unknown): unknown {
  const { cause: inner, delivery = 'unknown' } = (cause ?? {}) as Partial<ClosedError>
  if (!/on behalf of a different request/.test(`${cause} ${inner}`)) return cause
  const message = `${name}: this client belongs to an earlier request of the Worker; connect() in each`
  return new ClosedError(message, { delivery, cause })
}
