/** Makes a failing input smaller: leaves out members, items and characters as long as it still fails. */

/** Tries of one input; enough for those that the targets generate. */
const MAX_TRIES = 2_000

export async function shrink(input: unknown, fails: (input: unknown) => Promise<boolean>): Promise<unknown> {
  let smallest = input
  let tries = 0
  for (let found = true; found; ) {
    found = false
    for (const candidate of smaller(smallest)) {
      if (++tries > MAX_TRIES) return smallest
      if (!(await fails(structuredClone(candidate)))) continue
      smallest = candidate
      found = true
      break
    }
  }
  return smallest
}

/** The value with one place made smaller, large steps first. */
function* smaller(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* smallerTexts(value)
  else if (typeof value === 'number' && value !== 0) yield 0
  else if (Array.isArray(value)) yield* smallerLists(value)
  else if (typeof value === 'object' && value !== null) yield* smallerObjects(value as Record<string, unknown>)
}

function* smallerTexts(text: string): Generator<string> {
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < text.length; at += size) yield text.slice(0, at) + text.slice(at + size)
  }
}

function* smallerLists(list: unknown[]): Generator<unknown[]> {
  for (const index of list.keys()) yield list.toSpliced(index, 1)
  for (const [index, item] of list.entries()) for (const less of smaller(item)) yield list.with(index, less)
}

function* smallerObjects(object: Record<string, unknown>): Generator<object> {
  for (const key of Object.keys(object)) {
    const { [key]: _, ...rest } = object
    yield rest
  }
  for (const [key, member] of Object.entries(object))
    for (const less of smaller(member)) yield { ...object, [key]: less }
}
