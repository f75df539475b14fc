/** JSON values of unknown shape: parsing them, and turning them into text. */

export function toJson(value: unknown, indent = 2): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? String(value)
  } catch (error) {
    // JSON.stringify throws on values nested too deeply for the stack.
    return `This cannot be shown as JSON: ${(error as Error).message}`
  }
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Strings as they are, everything else as JSON; `String()` throws for objects whose `toString` is not a function. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value)
}

/** For members that should be strings: servers may send anything. */
export function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
