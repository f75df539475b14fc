/** Reads all pages of a list that belongs to the skills extension. */
import { InvalidMessageError } from '../core/errors.ts'
import type { Client, RequestOptions } from '../core/index.ts'

/** A server that returns more pages than this is considered broken. */
const MAX_PAGES = 1_000

/** Entries that `findIssue` finds something wrong with are left out, and given to `onInvalid`. */
export async function readPages<Entry>(
  client: Client,
  request: { method: string; params: object; member: string },
  { onInvalid, ...options }: RequestOptions & { onInvalid?: ((entry: unknown, reason: string) => void) | undefined },
  findIssue: (entry: unknown) => string | undefined,
): Promise<Entry[]> {
  const { method, params, member } = request
  const entries: Entry[] = []
  const cursors = new Set<string>()
  for (let cursor: unknown; ; ) {
    const page = await client.request(method, cursor === undefined ? { ...params } : { ...params, cursor }, options)
    const listed = page[member]
    if (!Array.isArray(listed)) throw invalid(`a list of ${member}`, page)
    for (const entry of listed) {
      const issue = findIssue(entry)
      if (issue === undefined) entries.push(entry)
      else onInvalid?.(entry, issue)
    }
    cursor = page.nextCursor
    if (typeof cursor !== 'string') return entries
    if (cursors.has(cursor) || cursors.size >= MAX_PAGES) throw invalid('pages that come to an end', entries)
    cursors.add(cursor)
  }
}

export function invalid(expected: string, result: unknown): InvalidMessageError {
  return new InvalidMessageError(`Expected ${expected}, got something else`, { delivery: 'answered', result })
}
