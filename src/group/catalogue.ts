/** Reads what a server lists. Items that did not change stay the same objects. */
import { METHOD_NOT_FOUND } from '../core/error-codes.ts'
import type { RpcError } from '../core/errors.ts'
import type { Client, ListOptions } from '../core/index.ts'
import { isShallow } from '../core/util/nesting.ts'
import { toJson } from '../core/util/to-json.ts'
import type { Catalogue } from './types.ts'

export type Part = Exclude<keyof Catalogue, 'updatedAt'>

const METHODS = {
  tools: 'listTools',
  resources: 'listResources',
  resourceTemplates: 'listResourceTemplates',
  prompts: 'listPrompts',
} as const

/** The items, or why they could not be read. Never rejects. */
export async function readList(
  client: Client,
  part: Part,
  previous: readonly object[],
  cacheMode: ListOptions['cacheMode'],
): Promise<{ items: readonly object[] } | { error: unknown }> {
  try {
    return { items: keepSame(previous, await client[METHODS[part]]({ cacheMode })) }
  } catch (error) {
    // Some servers announce more than they have.
    return (error as RpcError | null)?.rpcCode === METHOD_NOT_FOUND ? { items: keepSame(previous, []) } : { error }
  }
}

/** Without the items that are nested too deep for a snapshot. */
export function withoutDeepItems(catalogue: Catalogue): Catalogue {
  const shallow = Object.entries(catalogue).map(([part, items]) => [
    part,
    Array.isArray(items) ? items.filter((item) => isShallow(item)) : items,
  ])
  return Object.fromEntries(shallow)
}

/** The next list, with the objects of the previous one where they are equal, and that itself if all are. */
function keepSame(previous: readonly object[], next: readonly object[]): readonly object[] {
  // An item that is nested too deep for JSON is like no other.
  const textOf = (item: object) => toJson(item) ?? item
  const known = new Map(previous.map((item) => [textOf(item), item]))
  const kept = next.map((item) => known.get(textOf(item)) ?? item)
  return isSame(previous, kept) ? previous : kept
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
