/** Requests all pages of a list, and returns their items as one array. */
import type { Params } from '../../types/jsonrpc.ts'
import type { ServerCapabilities } from '../../types/lifecycle.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import { type InvalidMessageError, type RpcError, unexpected } from '../errors.ts'
import { findProblem as findShapeProblem, type ShapeOf } from '../validation/shape.ts'
import { request } from './request.ts'
import { hasCapability, requireCapability } from './require-capability.ts'

/** A list method and its items. */
export interface ListDefinition<T> {
  method: string
  item: ShapeOf<T>
  /** The member of a page that holds its items. @default the name of the capability */
  key?: string
  /** Why an item is left out although it has the right shape. */
  findProblem?(item: T): string | undefined
}

/** Empty, without a request, for a server that does not have the capability. */
export async function listAllPages<T>(
  context: ConnectedContext,
  list: ListDefinition<T>,
  options: CallOptions = {},
): Promise<T[]> {
  const { settings, emit, channel, cache } = context
  const { method, item, findProblem } = list
  // The method begins with the name of its capability.
  const capability = method.split('/')[0] as keyof ServerCapabilities
  const { key = capability } = list
  if (settings.strict) requireCapability(context, capability)
  if (!hasCapability(context, capability)) return []
  const { listPages: maxPages } = settings.limits
  const skipLookup = options.cacheMode === 'refresh'
  const items: T[] = []
  const cursors = new Set<string>()
  for (let sentParams: Params | undefined; ; ) {
    const params = sentParams
    const fetchPage = async () => ({ result: await request(context, method, params, options) })
    const { cacheable } = channel.current.revision
    const query = { method, params: params ?? {}, cacheable, skipLookup, options, check: itemsOf }
    let page: Record<string, unknown>
    try {
      page = await cache.getOrFetch(query, fetchPage)
    } catch (error) {
      const mayBeStale = channel.current.revision.cacheable && !skipLookup && params
      if (!mayBeStale || (error as RpcError | null)?.rpcCode !== INVALID_PARAMS) throw error
      // The server does not know the cursor any more, which may come from a cached page of an earlier state of the list:
      // start again, without the cache.
      cache.invalidate(method)
      return listAllPages(context, list, { ...options, cacheMode: 'refresh' })
    }
    addItems(page)
    const cursor = page.nextCursor
    // The empty string is a cursor like any other.
    if (typeof cursor !== 'string') return items
    if (cursors.has(cursor)) throw invalid('a new cursor on each page', 'a repeated one')
    cursors.add(cursor)
    if (cursors.size >= maxPages) throw invalid(`at most ${maxPages} pages (limits.listPages)`, 'more')
    sentParams = { cursor }
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
    return unexpected(`${expected} from ${method}`, actual, items)
  }
}
