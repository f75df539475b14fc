/** All pages of a list as one array. */
import { InvalidMessageError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import { type Caller, call } from '../rpc/call.ts'
import type { Schema } from '../schema/check.ts'
import { withoutNulls } from '../schema/nulls.ts'

export async function list<T>(
  caller: Caller,
  method: string,
  key: string,
  item: Schema<T>,
  options?: CallOptions,
): Promise<T[]> {
  const { emit, settings } = caller.wire
  const items: T[] = []
  const cursors = new Set<string>()
  for (let cursor: unknown; ; ) {
    const result = await call(caller, method, cursor === undefined ? undefined : { cursor }, options)
    const page = result[key]
    if (!Array.isArray(page)) throw fail(`an array in ${key}`, typeof page)
    for (const value of page) {
      if (item.safeParse(withoutNulls(value)).error)
        emit?.({ type: 'quarantined', reason: `not an item of ${method}`, value })
      else items.push(value)
    }
    cursor = result.nextCursor
    // The empty string is a cursor like any other.
    if (typeof cursor !== 'string') return items
    if (cursors.has(cursor)) throw fail('a new cursor on each page', 'a repeated one')
    cursors.add(cursor)
    if (cursors.size >= settings.limits.pages)
      throw fail(`at most ${settings.limits.pages} pages (limits.pages)`, 'more')
  }

  function fail(expected: string, came: string): InvalidMessageError {
    return new InvalidMessageError(`Expected ${expected} from ${method}, got ${came}`, {
      delivery: 'answered',
      result: items,
    })
  }
}
