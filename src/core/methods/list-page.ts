/** One page of a list. */
import type { ServerCapabilities } from '../../types/lifecycle.ts'
import type { Prompt } from '../../types/prompts.ts'
import type { Resource, ResourceTemplate } from '../../types/resources.ts'
import type { Tool } from '../../types/tools.ts'
import { getOrFetch } from '../cache/response-cache.ts'
import type { CallOptions, ListOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { unexpected } from '../errors.ts'
import { checkKeys } from '../known-options.ts'
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
  kind: Kind,
  options: CallOptions & PageOptions = {},
  earlier?: ListItems[Kind][],
  listed?: Set<string>,
): Promise<Page<ListItems[Kind]>> {
  type Item = ListItems[Kind]
  checkKeys('listPage', { [kind]: 1 }, Object.keys(LISTS))
  const { settings, emit, channel, tools, call } = context
  const [method, shape] = LISTS[kind]
  // The method begins with the name of its capability.
  const capability = method.split('/')[0] as keyof ServerCapabilities
  if (settings.strict) requireCapability(context, capability)
  if (!hasCapability(context, capability)) return { items: [], nextCursor: undefined }
  const { cursor, cacheMode } = options
  // The empty string is a cursor like any other.
  const params = typeof cursor === 'string' ? { cursor } : undefined
  const { cacheable } = channel.current.revision
  const skipLookup = cacheMode === 'refresh'
  const query = { method, params: params ?? {}, cacheable, skipLookup, options, check: itemsOf }
  const fetchPage = async () => ({ result: await request(context, method, params, options) })
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
    // Copied, since the tool itself belongs to the caller, who may change it.
    tools.set(tool.name, { ...tool })
    listed?.add(tool.name)
    return channel.current.toolProblem(tool)
  }
}
