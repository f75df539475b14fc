/** Lists of several pages: one after the other, or all of them as one array. */
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import { type RpcError, unexpected } from '../errors.ts'
import { abortError } from '../util/abort-error.ts'
import { addCallerLine } from '../util/caller-line.ts'
import { createDeadline } from '../util/deadline.ts'
import { LISTS, type ListItems, type ListKind, listPage, type Page, type PageOptions } from './list-page.ts'

/** All pages of a list as one array. */
export async function listAllPages<Kind extends ListKind>(
  context: ConnectedContext,
  kind: Kind,
  options: CallOptions = {},
): Promise<ListItems[Kind][]> {
  const { channel, cache, tools } = context
  const items: ListItems[Kind][] = []
  const listed = new Set<string>()
  let pages = 0
  try {
    for await (const page of listPages(context, kind, options, items, listed)) {
      for (const item of page.items) items.push(item)
      pages++
    }
  } catch (error) {
    const mayBeStale = channel.current.revision.cacheable && options.cacheMode !== 'refresh' && pages
    if (!mayBeStale || (error as RpcError | null)?.rpcCode !== INVALID_PARAMS) throw error
    // The server does not know the cursor any more, which may come from a cached page of an earlier state of the list:
    // start again, without the cache.
    cache().invalidate(LISTS[kind][0])
    return listAllPages(context, kind, { ...options, cacheMode: 'refresh' })
  }
  if (kind === 'tools') for (const name of tools.keys()) if (!listed.has(name)) tools.delete(name)
  return items
}

/**
 * One page after the other, for one `for await` loop; each is requested when it is asked for. `items` are those of the
 * pages before, for errors. The names of all tools are added to `listed`. `call` was created where the caller called.
 */
export function listPages<Kind extends ListKind>(
  context: ConnectedContext,
  kind: Kind,
  options: CallOptions & PageOptions = {},
  items?: ListItems[Kind][],
  listed?: Set<string>,
  call?: Error,
): AsyncIterableIterator<Page<ListItems[Kind]>> {
  type Step = IteratorResult<Page<ListItems[Kind]>, undefined>
  const { environment, settings } = context
  const { listPages: maxPages } = settings.limits
  const controller = new AbortController()
  const { signal } = controller
  const deadline = createDeadline(environment, { what: 'listPages', signals: [options.signal] })
  deadline.onPassed((reason) => controller.abort(reason))
  const done = { value: undefined, done: true } as const
  const cursors = new Set<string | undefined>()
  let { cursor } = options
  let isEnded = false
  let last: Promise<Step> = Promise.resolve(done)
  const pages: AsyncIterableIterator<Page<ListItems[Kind]>> = {
    [Symbol.asyncIterator]: () => pages,
    // One request after the other, since each needs the cursor of the page before.
    next: () => (last = last.then(readNext, readNext)),
    async return() {
      end()
      return done
    },
  }
  return pages

  async function readNext(): Promise<Step> {
    if (isEnded || (cursors.size && cursor === undefined)) return end()
    try {
      if (cursors.has(cursor)) throw invalid('a new cursor on each page', 'a repeated one')
      if (cursors.size && cursors.size >= maxPages)
        throw invalid(`at most ${maxPages} pages (limits.listPages)`, 'more')
      cursors.add(cursor)
      const value = await listPage(context, kind, { ...options, cursor, signal }, items, listed)
      cursor = value.nextCursor
      return isEnded ? done : { value, done: false }
    } catch (error) {
      // After return(), nobody wants to know that the request was aborted.
      if (isEnded) return done
      end()
      throw call ? addCallerLine(error, call) : error
    }
  }

  function invalid(expected: string, actual: string): Error {
    return unexpected(`${expected} from ${LISTS[kind][0]}`, actual, items)
  }

  function end(): Step {
    isEnded = true
    deadline.stop()
    controller.abort(abortError('The call has ended'))
    return done
  }
}
