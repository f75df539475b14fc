/** Decides when a list of many pages seems to have no end. */
import { toJson } from './to-json.ts'

/** The same names as in the option `limits`. */
export interface PageLimits {
  listPages: number
  listBytes: number
  /** What a page counts that is nested too deep for JSON. */
  messageBytes: number
}

/** The defaults of the option, which lists of add-ons have as well. */
export const PAGE_LIMITS: PageLimits = { listPages: 1_000, listBytes: 67_108_864, messageBytes: 16_777_216 }

/**
 * The returned function takes each page that is not the last, with the cursor that it was read with. It returns whether the
 * page names that cursor again. It throws what `fail` returns if the list seems endless; `limit` is the one that it passes.
 */
export function createPageCheck(
  { listPages, listBytes, messageBytes }: PageLimits,
  fail: (expected: string, actual: string, limit?: string) => Error,
): (page: { nextCursor?: unknown }, cursor: unknown) => boolean {
  let pages = 0
  let bytes = 0
  /** The last page, as JSON. */
  let last: string | undefined
  return (page, cursor) => {
    const text = toJson(page)
    const isRepeated = page.nextCursor === cursor
    // The value of a cursor means nothing: a server may use one for all pages.
    if (isRepeated && text && text === last) throw fail('another page', 'the same one again')
    last = text
    bytes += text?.length ?? messageBytes
    if (bytes > listBytes) throw fail(`at most ${listBytes} bytes`, 'more', 'listBytes')
    if (++pages >= listPages) throw fail(`at most ${listPages} pages`, 'more', 'listPages')
    return isRepeated
  }
}
