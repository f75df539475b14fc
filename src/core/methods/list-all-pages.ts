/** All pages of a list as one array. */

import type { Params } from '../../types/jsonrpc.ts'
import { InvalidMessageError, type RpcError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Caller } from '../rpc/call.ts'
import type { Schema } from '../validation/check.ts'
import { withoutNulls } from '../validation/remove-nulls.ts'
import { declares } from './capability.ts'
import { request } from './request.ts'

const INVALID_PARAMS = -32602

export interface List<T> {
  capability: string
  method: string
  /** The member of a page that holds its items. */
  key: string
  item: Schema<T>
  /** Why an item is left out although it has the right shape. */
  refuse?(item: T): string | undefined
}

/** A server without the capability has none, and is not asked. */
export async function list<T>(caller: Caller, wanted: List<T>, options: CallOptions = {}): Promise<T[]> {
  const { emit, settings } = caller.wire
  const { method, key, item, refuse } = wanted
  if (!declares(caller, wanted.capability, settings.strict)) return []
  let { fresh } = options
  let items: T[] = []
  let cursors = new Set<string>()
  for (let cursor: unknown; ; ) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await getPage(params)
    if (!result) {
      // The pages that were kept belong to another list; once more, from its beginning.
      caller.cache.drop(method)
      fresh = true
      items = []
      cursors = new Set()
      cursor = undefined
      continue
    }
    takePage(result)
    cursor = result.nextCursor
    // The empty string is a cursor like any other.
    if (typeof cursor !== 'string') return items
    if (cursors.has(cursor)) throw fail('a new cursor on each page', 'a repeated one')
    cursors.add(cursor)
    if (cursors.size >= settings.limits.pages)
      throw fail(`at most ${settings.limits.pages} pages (limits.pages)`, 'more')
  }

  function mayKeep(result: Record<string, unknown>): boolean {
    return Array.isArray(result[key])
  }

  /** Undefined if the server does not know the cursor any more, which may have been kept. */
  async function getPage(params: Params): Promise<Record<string, unknown> | undefined> {
    const { era, cache } = caller
    const given = 'cursor' in params ? params : undefined
    try {
      return await cache.answer(era, { method, params, options, anew: fresh, mayKeep }, () =>
        request(caller, method, given, options),
      )
    } catch (error) {
      const isStale = era.caching && !fresh && given && (error as RpcError).rpcCode === INVALID_PARAMS
      if (isStale) return undefined
      throw error
    }
  }

  function takePage({ [key]: page }: Record<string, unknown>): void {
    if (!Array.isArray(page)) throw fail(`an array in ${key}`, typeof page)
    for (const value of page) {
      const reason = item.safeParse(withoutNulls(value)).error ? `not an item of ${method}` : refuse?.(value)
      if (reason) emit?.({ type: 'quarantined', reason, value })
      else items.push(value)
    }
  }

  function fail(expected: string, came: string): InvalidMessageError {
    return new InvalidMessageError(`Expected ${expected} from ${method}, got ${came}`, {
      delivery: 'answered',
      result: items,
    })
  }
}
