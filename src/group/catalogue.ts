/** Reads what a server lists. Items that did not change stay the same objects. */
import { METHOD_NOT_FOUND } from '../core/error-codes.ts'
import type { RpcError } from '../core/errors.ts'
import type { Client, ListOptions } from '../core/index.ts'
import { toJson } from '../core/util/to-json.ts'
import type { Catalogue, ListName } from './types.ts'

export type Part = Exclude<keyof Catalogue, 'updatedAt'>

export interface ReadCatalogue {
  /** A part that could not be read is as it was. */
  catalogue: Catalogue
  /** Why a part could not be read, by part. */
  errors: Partial<Record<Part, unknown>>
}

/** Never rejects. */
export async function readCatalogue(
  client: Client,
  lists: readonly ListName[],
  previous: Catalogue | undefined,
  now: number,
): Promise<ReadCatalogue> {
  const catalogue = { tools: [], resources: [], resourceTemplates: [], prompts: [], updatedAt: now, ...previous }
  const errors: ReadCatalogue['errors'] = {}
  // A list that was never read may come from the cache.
  const options: ListOptions = { cacheMode: previous ? 'refresh' : 'default' }
  const parts = lists.flatMap((list): Part[] => (list === 'resources' ? [list, 'resourceTemplates'] : [list]))
  const read = async (part: Part) => {
    const method = `list${part[0]!.toUpperCase()}${part.slice(1)}` as 'listTools'
    try {
      Object.assign(catalogue, { [part]: keepSame(catalogue[part], await client[method](options)) })
    } catch (error) {
      // Some servers announce more than they have.
      if ((error as RpcError | null)?.rpcCode === METHOD_NOT_FOUND) catalogue[part] = []
      else errors[part] = error
    }
  }
  await Promise.all(parts.map(read))
  return { catalogue, errors }
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
