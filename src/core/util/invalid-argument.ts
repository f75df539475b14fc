/** The error for a mistake of the application. Like any such it is a TypeError; it also says that nothing was sent. */
export function invalidArgument(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'invalid-argument', delivery: 'not-executed' })
}
