/** Cuts lists into pages. */
import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'

export interface Pagination {
  /** Items per page; absent: all items on one page. */
  pageSize?: number | undefined
  /** Every page names the same next cursor. */
  repeatCursor?: boolean | undefined
}

const REPEATED_CURSOR = 'over and over'

/** One page of `items` under the key `kind`, as the list methods return it. */
export function page(
  kind: string,
  items: readonly object[],
  params: Record<string, unknown>,
  pagination: Pagination,
): object {
  const size = Math.max(1, pagination.pageSize ?? items.length)
  const start = params.cursor === undefined ? 0 : readCursor(kind, params.cursor, items.length, size, pagination)
  const end = start + size
  const content = { [kind]: items.slice(start, end) }
  if (pagination.repeatCursor) return { ...content, nextCursor: REPEATED_CURSOR }
  return end < items.length ? { ...content, nextCursor: writeCursor(kind, end) } : content
}

/** The index of the page that a cursor of this server stands for; 0 is the first. */
export function pageIndex(cursor: unknown, { pageSize = 1 }: Pagination): number {
  const start = /(\d+) $/.exec(String(cursor))?.[1]
  return start === undefined ? 0 : Math.floor(Number(start) / pageSize)
}

/** Opaque to clients; the spaces and the letter outside ASCII expose those that change it. */
function writeCursor(kind: string, start: number): string {
  return ` ${kind} à partir de ${start} `
}

function readCursor(kind: string, value: unknown, length: number, size: number, pagination: Pagination): number {
  if (pagination.repeatCursor && value === REPEATED_CURSOR) return Math.min(size, length)
  for (let start = size; start < length; start += size) if (value === writeCursor(kind, start)) return start
  throw new ProtocolError(INVALID_PARAMS, `Unknown cursor ${JSON.stringify(value)}`)
}
