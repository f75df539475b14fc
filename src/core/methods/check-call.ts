/** Checks that precede every call: its options are known, and the client is open. */

import type { CallOptions } from '../call-options.ts'
import { ClosedError, type Delivery } from '../errors.ts'
import { checkKeys } from '../resolve-options.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { isMetaKey } from '../validation/meta-key.ts'
import { checkResume } from '../validation/stored.ts'

/** Throws for unknown options, for a `resume` that is none, and for a closed client, whose signal is `closing`. */
export function checkCall(name: string, options: unknown, known: object, closing: AbortSignal): void {
  if (options) {
    checkKeys(name, options, Object.keys(known))
    const { resume, meta } = options as CallOptions
    checkResume(resume)
    const invalid = Object.keys(meta ?? {}).find((key) => !isMetaKey(key))
    if (invalid !== undefined) throw invalidArgument(`${name}: "${invalid}" is not a valid key of _meta`)
  }
  if (isAborted(name, closing)) throw new ClosedError(`${name}: the client is closed`, { delivery: 'not-executed' })
}

/** Some versions of workerd throw when a signal of an earlier request is read. */
function isAborted(name: string, signal: AbortSignal): boolean {
  try {
    return signal.aborted
  } catch (error) {
    throw explainForeignRequest(name, error, 'not-executed')
  }
}

let isV8Stack: boolean | undefined

/** Whether the stack of an error has the lines of callers that await, as in V8 and in Bun. */
export function hasAsyncLines(): boolean {
  isV8Stack ??= /^Error/.test(`${new Error().stack}`)
  return isV8Stack
}

/** Another error for the one of workerd when a Worker uses a stream of an earlier request. */
export function explainForeignRequest(name: string, cause: unknown, known: Delivery = 'unknown'): unknown {
  const { cause: inner, delivery = known } = (cause ?? {}) as Partial<ClosedError>
  // Only of errors: what the application aborts with may be anything, also what cannot become a text.
  const isForeign = (error: unknown) => error instanceof Error && /on behalf of a different request/.test(error.message)
  if (!isForeign(cause) && !isForeign(inner)) return cause
  const message = `${name}: this client belongs to an earlier request of the Worker; connect() in each`
  return new ClosedError(message, { delivery, cause })
}

/** Throws for another first argument than text: other clients take one object. */
export function checkText(signature: string, first: unknown): void {
  const [name] = signature.split('(')
  if (typeof first !== 'string') throw invalidArgument(`${name}: expected ${signature}, got ${typeof first}`)
}
