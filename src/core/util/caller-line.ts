/** Puts the line of the caller into the stack of an error, which was created much later and elsewhere. */
import { isMcpError } from '../errors.ts'
import type { Fetch } from '../fetch.ts'

/** Errors that have been given to a caller. */
const given = new WeakSet<object>()

/**
 * `call` was created in the function that the caller called. Changes only errors of this package. Several calls may fail
 * by one error: it keeps the line of the first caller, since all of them must get the very same object. If the `fetch` in
 * use records, the error leads to its recording.
 */
export function addCallerLine<T>(error: T, call: Error, recorded?: Pick<Fetch, 'recording'>): T {
  if (isMcpError(error) && !given.has(error)) setLines(error, call, framesOf(call).slice(1))
  if (isMcpError(error)) given.add(error)
  if (isMcpError(error) && recorded?.recording)
    Object.defineProperty(error, 'recording', { value: recorded.recording, configurable: true })
  return error
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
