/** Guards the methods of a client: they refuse unknown options and a closed client, and errors show who called. */

import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { ClosedError } from '../errors.ts'
import { checkKeys } from '../known-options.ts'
import { addCallerLine } from '../util/caller-line.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { checkResume } from '../validation/stored.ts'

/** Throws for unknown options, for a `resume` that is none, and for a closed client, whose signal is `closing`. */
export function checkCall(name: string, options: unknown, known: object, closing: AbortSignal): void {
  if (options) {
    checkKeys(name, options, Object.keys(known))
    checkResume((options as CallOptions).resume)
  }
  if (closing.aborted) throw new ClosedError(`${name}: the client is closed`, { delivery: 'not-executed' })
}

/**
 * Calls of a client whose caller is remembered by an error that is created before the call. That takes a twentieth of the
 * time of a call, so that later ones rely on the engine: it adds the lines of callers that await.
 */
const MAX_CAPTURED = 100

let isV8Stack: boolean | undefined

/** Whether the stack of an error has the lines of callers that await, as in V8 and in Bun. */
function hasAsyncLines(): boolean {
  isV8Stack ??= /^Error/.test(`${new Error().stack}`)
  return isV8Stack
}

export type Method = (context: ConnectedContext, ...args: never[]) => Promise<unknown>

/**
 * A method, the position of its options among the arguments, the names of these as members, and how it is called if its
 * first argument is text.
 */
export type GuardedMethod = [method: Method, position: number, known: object, signature?: string]

/** Calls a method of this client, guarded. */
export async function guardMethod(
  context: ConnectedContext,
  name: string,
  [method, position, known, signature]: GuardedMethod,
  ...args: never[]
): Promise<unknown> {
  const call = context.activity.lastCall < MAX_CAPTURED || !hasAsyncLines() ? new Error() : undefined
  // Other clients take one object.
  if (signature && typeof args[0] !== 'string') {
    throw invalidArgument(`${name}: expected ${name}(${signature}), got ${typeof args[0]}`)
  }
  checkCall(name, args[position], known, context.closing)
  try {
    return await method({ ...context, call: ++context.activity.lastCall }, ...args)
  } catch (error) {
    throw addCallerLine(explain(name, error), call ?? new Error())
  }
}

/** Another error for the one of workerd when a Worker uses a stream of an earlier request. */
function explain(name: string, cause: unknown): unknown {
  const { cause: inner, delivery = 'unknown' } = (cause ?? {}) as Partial<ClosedError>
  if (!/on behalf of a different request/.test(`${cause} ${inner}`)) return cause
  const message = `${name}: this client belongs to an earlier request of the Worker; connect() in each`
  return new ClosedError(message, { delivery, cause })
}
