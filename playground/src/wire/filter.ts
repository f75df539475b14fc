/** The filter of the wire: finds rows and events by names, headers and bodies. */
import type { WireEvent } from 'mcp-over-fetch'
import { eventText, laneSummary, noteText } from './describe.ts'
import type { Lane, Row } from './rows.ts'

export interface WireFilter {
  matchesRow(row: Row): boolean
  /** `lane` is that of the request which the event is about. */
  matchesEvent(event: WireEvent, lane: Lane | undefined): boolean
}

/** Undefined for an empty text. */
export function createFilter(text: string): WireFilter | undefined {
  const wanted = text.trim()
  if (!wanted) return undefined
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
  // A row that did not match is looked at again only when it has grown: rows are filtered at each frame.
  const seen = new WeakMap<Lane, { size: number; matches: boolean }>()
  return { matchesRow, matchesEvent }

  function matchesRow(row: Row): boolean {
    if (row.kind === 'note') return pattern.test(`${row.event.type} ${noteText(row)}`)
    const size = (row.recorded?.bytes ?? 0) + (row.status ?? 0) + (row.end === undefined ? 0 : 1)
    const before = seen.get(row)
    if (before && (before.matches || before.size === size)) return before.matches
    const matches = textsOf(row).some((part) => pattern.test(part))
    seen.set(row, { size, matches })
    return matches
  }

  function matchesEvent(event: WireEvent, lane: Lane | undefined): boolean {
    return (
      pattern.test(`${event.type} ${eventText(event, lane)}`) ||
      (event.type === 'request' && !!lane && matchesRow(lane))
    )
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
