/** Cuts any list into pages. */
import { Fault } from './request-context.ts'

export interface Paging {
  /** Items per page; absent: everything is on one page. */
  pageSize?: number | undefined
  /** Every page names the same next page, for ever. */
  repeatCursor?: boolean | undefined
}

const REPEATED = 'over and over'

/** One page of `items` under the key `kind`, as the list methods return it. */
export function page(kind: string, items: readonly object[], params: Record<string, unknown>, paging: Paging): object {
  const size = Math.max(1, paging.pageSize ?? items.length)
  const start = params.cursor === undefined ? 0 : readCursor(kind, params.cursor, items.length, size, paging)
  const end = start + size
  const content = { [kind]: items.slice(start, end) }
  if (paging.repeatCursor) return { ...content, nextCursor: REPEATED }
  return end < items.length ? { ...content, nextCursor: cursor(kind, end) } : content
}

/** Which page a cursor of ours asks for; 0 is the first. */
export function pageIndex(cursor: unknown, { pageSize = 1 }: Paging): number {
  const start = /(\d+) $/.exec(String(cursor))?.[1]
  return start === undefined ? 0 : Math.floor(Number(start) / pageSize)
}

/** Opaque to clients; the spaces and the letter outside ASCII catch those that tidy it up. */
function cursor(kind: string, start: number): string {
  return ` ${kind} à partir de ${start} `
}

function readCursor(kind: string, value: unknown, length: number, size: number, paging: Paging): number {
  if (paging.repeatCursor && value === REPEATED) return Math.min(size, length)
  for (let start = size; start < length; start += size) if (value === cursor(kind, start)) return start
  throw new Fault(-32602, `Unknown cursor ${JSON.stringify(value)}`)
}
