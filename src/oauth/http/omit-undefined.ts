/** Leaves out the members that are undefined. The members must be JSON values, since the copy is made by way of JSON. */
export function omitUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(members))
}
