/** Lists: one page, one page after the other, or all of them as one array. */
import type { ServerCapabilities } from '../../types/lifecycle.ts'
import type { Prompt } from '../../types/prompts.ts'
import type { Resource, ResourceTemplate } from '../../types/resources.ts'
import type { Tool } from '../../types/tools.ts'
import { getOrFetch } from '../cache/response-cache.ts'
import type { CallOptions, ListOptions } from '../call-options.ts'
import { CallScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import { type RpcError, unexpected } from '../errors.ts'
import { checkKeys } from '../resolve-options.ts'
import { abortError } from '../util/abort-error.ts'
import { addCallerLine } from '../util/caller-line.ts'
import { createPageCheck } from '../util/page-check.ts'
import { findProblem, type ShapeOf } from '../validation/shape.ts'
import { prompt, resource, resourceTemplate, tool } from '../validation/shapes.ts'
import { request } from './request.ts'
import { hasCapability, requireCapability } from './require-capability.ts'

/** The items of each list, by its name. */
export interface ListItems {
  /** What `listTools()` lists. */
  tools: Tool
  /** What `listResources()` lists. */
  resources: Resource
  /** What `listResourceTemplates()` lists. */
  resourceTemplates: ResourceTemplate
  /** What `listPrompts()` lists. */
  prompts: Prompt
}

/** The name of a list. */
export type ListKind = keyof ListItems

/** One page of a list. */
export interface Page<Item> {
  /** Its items. */
  items: Item[]
  /** Where the next page begins; undefined on the last one. */
  nextCursor: string | undefined
}

/** The options of `listPage()` and `listPages()`. */
export interface PageOptions extends ListOptions {
  /** The `nextCursor` of the page before. @default the first page */
  cursor?: string | undefined
}

/** By the name of the list, which is also the member of a page that holds the items. */
export const LISTS: { [Kind in ListKind]: readonly [method: string, item: ShapeOf<ListItems[Kind]>] } = {
  tools: ['tools/list', tool],
  resources: ['resources/list', resource],
  resourceTemplates: ['resources/templates/list', resourceTemplate],
  prompts: ['prompts/list', prompt],
}

/**
 * Empty, without a request, for a server that does not have the capability. `earlier` are the items of the pages before,
 * for errors. The names of all tools on the page are added to `listed`.
 */
export async function listPage<Kind extends ListKind>(
  context: ConnectedContext,
  call: number,
  kind: Kind,
  options: CallOptions & PageOptions = {},
  earlier?: ListItems[Kind][],
  listed?: Set<string>,
): Promise<Page<ListItems[Kind]>> {
  type Item = ListItems[Kind]
  checkKeys('listPage', { [kind]: 1 }, Object.keys(LISTS))
  const { settings, emit, channel, tools } = context
  const [method, shape] = LISTS[kind]
  // The method begins with the name of its capability.
  const capability = method.split('/')[0] as keyof ServerCapabilities
  if (settings.strict) await requireCapability(context, capability, options)
  if (!(await hasCapability(context, capability, options))) return { items: [], nextCursor: undefined }
  const { cursor, cacheMode, cursorSession = channel.current.session } = options
  // The empty string is a cursor like any other.
  const params = typeof cursor === 'string' ? { cursor } : undefined
  const requestOptions = params ? { ...options, cursorSession } : options
  const { cacheable } = channel.current.revision
  const skipLookup = cacheMode === 'refresh'
  const query = { method, params: params ?? {}, cacheable, skipLookup, options, call, check: itemsOf }
  const fetchPage = async () => ({ result: await request(context, { method, params, options: requestOptions, call }) })
  const page = await getOrFetch(context, query, fetchPage)
  const { nextCursor } = page
  return { items: itemsOf(page).filter(isValid), nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined }

  function itemsOf({ [kind as string]: items }: Record<string, unknown>): Item[] {
    if (Array.isArray(items)) return items
    throw unexpected(`an array in ${kind} from ${method}`, typeof items, earlier)
  }

  function isValid(item: Item): boolean {
    const problem = findProblem(shape, item)
    const reason = problem ? `${method}: expected ${problem}` : kind === 'tools' ? remember(item as Tool) : undefined
    if (reason) emit?.({ type: 'ignored', reason, value: item }, call)
    return !reason
  }

  /** Returns why the tool cannot be called, if it cannot. */
  function remember(tool: Tool): string | undefined {
    // Tools that are left out are remembered too, so that calling one by name can say why.
    tools.remember(tool)
    listed?.add(tool.name)
    return channel.current.toolProblem(tool)
  }
}

/** All pages of a list as one array. `isAgain`: the list has lost its session once already. */
export async function listAllPages<Kind extends ListKind>(
  context: ConnectedContext,
  call: number,
  kind: Kind,
  options: CallOptions = {},
  isAgain?: boolean,
): Promise<ListItems[Kind][]> {
  const { channel, cache, tools } = context
  const items: ListItems[Kind][] = []
  const listed = new Set<string>()
  const { session } = channel.current
  let pages = 0
  try {
    for await (const page of listPages(context, call, kind, options, { items, listed })) {
      for (const item of page.items) items.push(item)
      pages++
    }
  } catch (error) {
    const { revision, session: current } = channel.current
    const { rpcCode, code } = (error ?? {}) as Partial<Omit<RpcError, 'code'> & { code: string }>
    // The cursor belonged to a session that was replaced.
    if (code === 'session-lost' && pages && current !== session && !isAgain)
      return listAllPages(context, call, kind, options, true)
    const mayBeStale = revision.cacheable && options.cacheMode !== 'refresh' && pages
    if (!mayBeStale || rpcCode !== INVALID_PARAMS) throw error
    // The server does not know the cursor any more, which may come from a cached page of an earlier state of the list:
    // start again, without the cache.
    cache().invalidate(LISTS[kind][0])
    return listAllPages(context, call, kind, { ...options, cacheMode: 'refresh' })
  }
  if (kind === 'tools') for (const name of tools.names) if (!listed.has(name)) tools.delete(name)
  return items
}

interface ListProgress<Kind extends ListKind> {
  /** The items of the pages before, for errors. */
  items?: ListItems[Kind][]
  /** The names of all tools are added to it. */
  listed?: Set<string>
  /** Created where the caller called. */
  caller?: Error
}

/** One page after the other, for one `for await` loop; each is requested when it is asked for. */
export function listPages<Kind extends ListKind>(
  context: ConnectedContext,
  call: number,
  kind: Kind,
  options: CallOptions & PageOptions,
  { items, listed, caller }: ListProgress<Kind>,
): AsyncIterableIterator<Page<ListItems[Kind]>> {
  type Step = IteratorResult<Page<ListItems[Kind]>, undefined>
  const { environment, settings } = context
  const { listPages: maxPages } = settings.limits
  const controller = new AbortController()
  const { signal } = controller
  const deadline = new CallScope(environment, { what: 'listPages', signals: [options.signal] })
  deadline.onPassed((reason) => controller.abort(reason))
  const done = { value: undefined, done: true } as const
  let { cursor } = options
  let pagesRead = 0
  /** The last two pages named the same cursor. */
  let isRepeated = false
  // The page at the limit is still returned, and who reads the pages one by one decides how many bytes are too many.
  const limits = { ...settings.limits, listPages: Infinity, ...(!items && { listBytes: Infinity }) }
  const isSameCursor = createPageCheck(limits, invalid)
  let session: object | undefined
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
    if (isEnded || (pagesRead && cursor === undefined)) return end()
    try {
      if (pagesRead && pagesRead >= maxPages) throw invalid(`at most ${maxPages} pages`, 'more', 'listPages')
      // A cached page would be the one before.
      const cacheMode = isRepeated ? 'refresh' : options.cacheMode
      const pageOptions = { ...options, cursor, cacheMode, signal, cursorSession: session }
      const value = await listPage(context, call, kind, pageOptions, items, listed)
      session = context.channel.current.session
      pagesRead++
      isRepeated = value.nextCursor !== undefined && isSameCursor(value, cursor)
      cursor = value.nextCursor
      return isEnded ? done : { value, done: false }
    } catch (error) {
      // After return(), nobody wants to know that the request was aborted.
      if (isEnded) return done
      end()
      throw caller ? addCallerLine(error, caller, settings.fetch) : error
    }
  }

  function invalid(expected: string, actual: string, limit?: string): Error {
    return unexpected(`${expected}${limit ? ` (limits.${limit})` : ''} from ${LISTS[kind][0]}`, actual, items)
  }

  function end(): Step {
    isEnded = true
    deadline.stop()
    controller.abort(abortError('The call has ended'))
    return done
  }
}
