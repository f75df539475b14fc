/** Reads all pages of a list that belongs to the skills extension. */
import { type InvalidMessageError, unexpected } from '../core/errors.ts'
import type { Client, RequestOptions } from '../core/index.ts'
import { createPageCheck, PAGE_LIMITS } from '../core/util/page-check.ts'

/** Entries that `findIssue` finds something wrong with are left out, and given to `onInvalid`. */
export async function readPages<Entry>(
  client: Client,
  request: { method: string; params: object; member: string },
  { onInvalid, ...options }: RequestOptions & { onInvalid?: ((entry: unknown, reason: string) => void) | undefined },
  findIssue: (entry: unknown) => string | undefined,
): Promise<Entry[]> {
  const { method, params, member } = request
  const entries: Entry[] = []
  const fail = (expected: string, actual: string) => unexpected(`${expected} from ${method}`, actual, entries)
  const check = createPageCheck(PAGE_LIMITS, fail)
  for (let cursor: unknown; ; ) {
    const page = await client.request(method, cursor === undefined ? { ...params } : { ...params, cursor }, options)
    const listed = page[member]
    if (!Array.isArray(listed)) throw invalid(`a list of ${member}`, page)
    for (const entry of listed) {
      const issue = findIssue(entry)
      if (issue === undefined) entries.push(entry)
      else onInvalid?.(entry, issue)
    }
    if (typeof page.nextCursor !== 'string') return entries
    check(page, cursor)
    cursor = page.nextCursor
  }
}

export function invalid(expected: string, result: unknown): InvalidMessageError {
  return unexpected(expected, 'something else', result)
}
