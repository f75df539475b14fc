/** What a server lists, as one object: read from the server, with unchanged items kept as the same objects. */
import { METHOD_NOT_FOUND } from '../core/error-codes.ts'
import type { RpcError } from '../core/errors.ts'
import type { Client, ListOptions, SubscriptionFilter } from '../core/index.ts'
import { toJson } from '../core/util/to-json.ts'
import type { Catalogue, ListName } from './types.ts'

type Part = Exclude<keyof Catalogue, 'updatedAt'>

/** The parts of the catalogue, and how each is read. */
const READERS: Record<Part, 'listTools' | 'listResources' | 'listResourceTemplates' | 'listPrompts'> = {
  tools: 'listTools',
  resources: 'listResources',
  resourceTemplates: 'listResourceTemplates',
  prompts: 'listPrompts',
}

export interface ReadResult {
  /** With the parts that could be read; undefined if the first list never could. */
  catalogue: Catalogue | undefined
  /** Why another part could not be read. */
  error?: unknown
}

/** Never rejects. A part that cannot be read stays as it was. */
export async function readCatalogue(
  client: Client,
  lists: readonly ListName[],
  previous: Catalogue | undefined,
  now: () => number,
  options: ListOptions,
): Promise<ReadResult> {
  const parts = lists.flatMap((list): Part[] => (list === 'resources' ? [list, 'resourceTemplates'] : [list]))
  const results = await Promise.allSettled(parts.map((part) => client[READERS[part]](options)))
  const read: Record<Part, readonly object[]> = {
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    ...previous,
  }
  const errors: unknown[] = []
  results.forEach((result, index) => {
    const part = parts[index]!
    if (result.status === 'fulfilled') read[part] = keepSame(read[part], result.value)
    // Some servers announce more than they have.
    else if ((result.reason as RpcError | null)?.rpcCode === METHOD_NOT_FOUND) read[part] = []
    else errors.push(result.reason)
  })
  if (!errors.length) return { catalogue: { ...read, updatedAt: now() } as Catalogue }
  const [error] = errors
  const isUseless = !previous && results[0]?.status === 'rejected'
  const updatedAt = previous?.updatedAt ?? now()
  return { catalogue: isUseless ? undefined : ({ ...read, updatedAt } as Catalogue), error }
}

/** The next list, with the objects of the previous one where they are equal, and that itself if all are. */
function keepSame(previous: readonly object[], next: readonly object[]): readonly object[] {
  // An item that is nested too deep for JSON is like no other.
  const textOf = (item: object) => toJson(item) ?? item
  const known = new Map(previous.map((item) => [textOf(item), item]))
  const kept = next.map((item) => known.get(textOf(item)) ?? item)
  const isSame = kept.length === previous.length && kept.every((item, index) => item === previous[index])
  return isSame ? previous : kept
}

/** The changes of these lists that the server reports; undefined if it reports none of them. */
export function filterFor(
  { server: { capabilities } }: Client,
  lists: readonly ListName[],
): SubscriptionFilter | undefined {
  const reported = lists.filter((list) => !capabilities || capabilities[list]?.listChanged)
  return reported.length ? Object.fromEntries(reported.map((list) => [`${list}ListChanged`, true])) : undefined
}
