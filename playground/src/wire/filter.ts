/** The filter of the wire: finds rows and messages by names, headers and bodies. */
import { laneName, laneSummary, noteText } from './describe.ts'
import type { MessageEntry } from './record.ts'
import type { Lane, Row } from './rows.ts'

export interface WireFilter {
  matchesRow(row: Row): boolean
  matchesMessage(entry: MessageEntry): boolean
}

/** Undefined for an empty text. */
export function createFilter(text: string): WireFilter | undefined {
  const wanted = text.trim()
  if (!wanted) return undefined
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
  // A row that did not match is looked at again only when it has grown: rows are filtered at each frame.
  const seen = new WeakMap<Lane, { size: number; matches: boolean }>()
  return { matchesRow, matchesMessage }

  function matchesRow(row: Row): boolean {
    if (row.kind === 'note') return pattern.test(`${row.event.type} ${noteText(row)}`)
    const size = (row.recorded?.bytes ?? 0) + (row.status ?? 0) + (row.end === undefined ? 0 : 1)
    const before = seen.get(row)
    if (before && (before.matches || before.size === size)) return before.matches
    const matches = textsOf(row).some((part) => pattern.test(part))
    seen.set(row, { size, matches })
    return matches
  }

  /** By its own text; a request also by what its row says, such as headers, and an answer by the name of its request. */
  function matchesMessage({ lane, index, data, answers }: MessageEntry): boolean {
    if (pattern.test(data)) return true
    return index === -1 ? matchesRow(lane) : answers !== undefined && pattern.test(laneName(answers))
  }
}

/** Headers as the client reports them, without secrets. */
function textsOf(lane: Lane): string[] {
  const { url, headers, responseHeaders = {}, recorded } = lane
  const lines = [...Object.entries(headers), ...Object.entries(responseHeaders)].map((pair) => pair.join(': '))
  const bodies = recorded
    ? [recorded.request ?? '', recorded.response, ...recorded.messages.map(({ data }) => data)]
    : []
  return [laneSummary(lane), url, ...lines, ...bodies]
}
