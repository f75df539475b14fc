/** Only the members that are there; what they hold must be JSON, which is what leaves out the rest. */
export function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(members))
}
