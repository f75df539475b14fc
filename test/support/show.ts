/** An error as text: its message, the top of its stack, and its causes. */
export function show(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${String(error)}`
  // V8 repeats the message on top of the stack, the other engines do not.
  const stack = (error.stack ?? '').replace(String(error), '')
  const frames = stack.split('\n').filter((line) => line.trim() !== '')
  const own = [String(error), ...frames.slice(0, 4).map((line) => `    ${line.trim()}`)].join('\n')
  return error.cause === undefined ? own : `${own}\n  cause: ${show(error.cause)}`
}
