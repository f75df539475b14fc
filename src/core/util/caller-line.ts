/** Puts the line of the caller into the stack of an error, which was created much later and elsewhere. */
import { isMcpError } from '../errors.ts'

/** `call` was created in the function that the caller called. Changes only errors of this package. */
export function addCallerLine<T>(error: T, call: Error, callerLines: string[] = framesOf(call).slice(1)): T {
  const ownLines = 2
  const callerLinesShown = 6
  if (isMcpError(error)) {
    const lines = [...framesOf(error).slice(0, ownLines), ...callerLines.slice(0, callerLinesShown)]
    // In V8 a stack begins with the name and the message.
    if (call.stack?.startsWith('Error')) lines.unshift(`${error}`)
    Object.defineProperty(error, 'stack', { value: lines.join('\n'), writable: true, configurable: true })
    // Consoles print the stacks of all causes.
    addCallerLine(error.cause, call, [])
  }
  return error
}

/** V8 writes `at name (place)`, others `name@place`. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => /^\s+at |@/.test(line))
}
