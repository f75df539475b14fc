/** The wire as JSON for a bug report: secrets redacted by the client, and bodies only on request. */
import type { WireEvent } from 'mcp-over-fetch'
import { clip } from '../ui/text.tsx'
import { errorText } from './describe.ts'
import { outcomeOfLane } from './exchange.ts'
import type { WireRecord } from './record.ts'
import type { Row } from './rows.ts'

export interface ExportOptions {
  /** Adds the bodies that were sent and received, which may contain private data. */
  bodies: boolean
}

export function exportWire({ rows, events, laneOf }: WireRecord, { bodies }: ExportOptions): string {
  const exported = {
    format: 'mcp-over-fetch wire',
    version: 1,
    userAgent: navigator.userAgent,
    // `n` is the number of the row, which the page shows.
    events: events.map((event) => ({ n: laneOf(event)?.number, ...exportEvent(event, bodies) })),
    outcomes: rows.flatMap(exportOutcome),
    ...(bodies && { bodies: rows.flatMap(exportBodies) }),
  }
  return JSON.stringify(exported, undefined, 2)
}

function exportEvent(event: WireEvent, bodies: boolean): object {
  switch (event.type) {
    case 'warning':
      return { ...event, error: clip(errorText(event.error), 2_000) }
    case 'ignored':
      return bodies ? event : { ...event, value: '[left out]' }
    case 'log':
      return bodies ? event : { ...event, data: '[left out]' }
    case 'notification':
      return bodies ? event : { ...event, params: '[left out]' }
    default:
      return event
  }
}

/** Messages of errors may hold private data. */
function exportOutcome(row: Row): object[] {
  if (row.kind !== 'lane') return []
  const { kind, badge } = outcomeOfLane(row)
  return [{ n: row.number, outcome: kind, badge }]
}

function exportBodies(row: Row): object[] {
  if (row.kind !== 'lane' || row.auth || !row.recorded) return []
  const { request, response, bytes } = row.recorded
  return [{ n: row.number, at: row.start, request, response, bytes }]
}
