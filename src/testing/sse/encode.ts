/** Server-sent events as text. */

export interface SseEvent {
  id?: string | undefined
  event?: string | undefined
  /** Absent: a block without a `data` line, which a client must not dispatch. */
  data?: string | undefined
  retry?: number | string | undefined
}

export type LineEnd = '\n' | '\r\n' | '\r'

/** The last one keeps proxies such as nginx from collecting events. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

export function encodeEvent({ id, event, data, retry }: SseEvent, lineEnd: LineEnd = '\n'): string {
  const lines: string[] = []
  if (id !== undefined) lines.push(field('id', id))
  if (event !== undefined) lines.push(field('event', event))
  if (retry !== undefined) lines.push(field('retry', String(retry)))
  if (data !== undefined) lines.push(...dataLines(data))
  return lines.map((line) => line + lineEnd).join('') + lineEnd
}

export function encodeComment(text: string, lineEnd: LineEnd = '\n'): string {
  return `: ${text}${lineEnd}${lineEnd}`
}

/** A line for each line of the data. */
export function dataLines(data: string): string[] {
  return data.split(/\r\n|\r|\n/).map((line) => field('data', line))
}

function field(name: string, value: string): string {
  return value === '' ? `${name}:` : `${name}: ${value}`
}
