/** Puts the line of the caller into the stack of an error, which was created much later and elsewhere. */
import { isMcpError } from '../errors.ts'

/** Errors that have been given to a caller. */
const given = new WeakSet<object>()

/**
 * `call` was created in the function that the caller called. Changes only errors of this package. Several calls may fail
 * by one error: all callers but the first get copies of it.
 */
export function addCallerLine<T>(shared: T, call: Error): T {
  if (!isMcpError(shared)) return shared
  const error = given.has(shared) ? copyOf(shared) : shared
  given.add(error)
  setLines(error, call, framesOf(call).slice(1))
  return error
}

/** An error of the same class with the same members. */
function copyOf<T extends Error>(error: T): T {
  // The code first: Node 20 formats the stack while the members are copied, with the name, which is made of the code.
  const { code } = error as T & { code?: string }
  const copy = Object.setPrototypeOf(Object.assign(new Error(), { code }), Object.getPrototypeOf(error))
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error))
}

function setLines(error: unknown, call: Error, callerLines: string[]): void {
  const ownLines = 2
  const callerLinesShown = 6
  if (isMcpError(error)) {
    const lines = [...framesOf(error).slice(0, ownLines), ...callerLines.slice(0, callerLinesShown)]
    // In V8 a stack begins with the name and the message.
    if (call.stack?.startsWith('Error')) lines.unshift(`${error}`)
    Object.defineProperty(error, 'stack', { value: lines.join('\n'), writable: true, configurable: true })
    // Consoles print the stacks of all causes.
    setLines(error.cause, call, [])
  }
}

/** V8 writes `at name (place)`, others `name@place`. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => /^\s+at |@/.test(line))
}
