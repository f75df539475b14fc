/** Whose credentials these are. */

/** A server that names nobody is its origin, which its metadata may write with a slash. */
export function isSameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '')
}
