/** Requests all pages of a list, and returns their items as one array. */
import type { Params } from '../../types/jsonrpc.ts'
import type { ServerCapabilities } from '../../types/lifecycle.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import { InvalidMessageError, type RpcError } from '../errors.ts'
import { findProblem as findShapeProblem, type ShapeOf } from '../validation/shape.ts'
import { request } from './request.ts'
import { hasCapability, requireCapability } from './require-capability.ts'

/** A list method and its items. */
export interface ListDefinition<T> {
  capability: keyof ServerCapabilities
  method: string
  /** The member of a page that holds its items. */
  key: string
  item: ShapeOf<T>
  /** Why an item is left out although it has the right shape. */
  findProblem?(item: T): string | undefined
}

/** Empty, without a request, for a server that does not have the capability. */
export async function listAllPages<T>(
  context: ConnectedContext,
  { capability, method, key, item, findProblem }: ListDefinition<T>,
  options: CallOptions = {},
): Promise<T[]> {
  const { settings, emit, channel, cache } = context
  if (settings.strict) requireCapability(context, capability)
  if (!hasCapability(context, capability)) return []
  const { listPages: maxPages } = settings.limits
  let skipLookup = options.cacheMode === 'refresh'
  let items: T[] = []
  let cursors = new Set<string>()
  for (let cursor: unknown; ; ) {
    const result = await getPage(cursor === undefined ? {} : { cursor })
    if (!result) {
      // Cached pages belong to an earlier state of the list: start again, without the cache.
      cache.invalidate(method)
      skipLookup = true
      items = []
      cursors = new Set()
      cursor = undefined
      continue
    }
    addItems(result)
    cursor = result.nextCursor
    // The empty string is a cursor like any other.
    if (typeof cursor !== 'string') return items
    if (cursors.has(cursor)) throw invalid('a new cursor on each page', 'a repeated one')
    cursors.add(cursor)
    if (cursors.size >= maxPages) throw invalid(`at most ${maxPages} pages (limits.listPages)`, 'more')
  }

  /** Undefined if the server does not know the cursor any more, which may come from a cached page. */
  async function getPage(params: Params): Promise<Record<string, unknown> | undefined> {
    const { cacheable } = channel.current.revision
    const sentParams = 'cursor' in params ? params : undefined
    const fetchPage = async () => ({ result: await request(context, method, sentParams, options) })
    try {
      return await cache.getOrFetch({ method, params, cacheable, skipLookup, options, check: itemsOf }, fetchPage)
    } catch (error) {
      const mayBeStale = channel.current.revision.cacheable && !skipLookup && sentParams
      if (mayBeStale && (error as RpcError | null)?.rpcCode === INVALID_PARAMS) return undefined
      throw error
    }
  }

  function itemsOf({ [key]: page }: Record<string, unknown>): T[] {
    if (Array.isArray(page)) return page
    throw invalid(`an array in ${key}`, typeof page)
  }

  function addItems(page: Record<string, unknown>): void {
    for (const value of itemsOf(page)) {
      const shapeProblem = findShapeProblem(item, value)
      const reason = shapeProblem ? `${method}: expected ${shapeProblem}` : findProblem?.(value)
      if (reason) emit?.({ type: 'ignored', reason, value })
      else items.push(value)
    }
  }

  function invalid(expected: string, actual: string): InvalidMessageError {
    return new InvalidMessageError(`Expected ${expected} from ${method}, got ${actual}`, {
      delivery: 'answered',
      result: items,
    })
  }
}
