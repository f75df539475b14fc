/** A recording as an HTTP Archive, which the network panel of browsers opens. */
import type { FlightEntry, FlightTape } from '../types/flight-tape.ts'

/** HAR 1.2, with the members that tools require. */
export interface Har {
  /** The archive. */
  log: {
    /** The version of the format. */
    version: '1.2'
    /** The program that wrote it. */
    creator: { name: string; version: string }
    /** One for each request. */
    entries: object[]
  }
}

/** Converts a recording to HAR 1.2. What was not measured is -1, as the format has it. */
export function toHar({ startedAt, wire }: FlightTape): Har {
  const start = Date.parse(startedAt)
  const creator = { name: 'mcp-over-fetch', version: '1' }
  return { log: { version: '1.2', creator, entries: wire.map((entry) => toHarEntry(entry, start)) } }
}

function toHarEntry(entry: FlightEntry, start: number): object {
  const { at, method, url, requestHeaders, body, answeredAt = at, status = 0, headers = {}, parts = [] } = entry
  const { endedAt = answeredAt, ended, failed, aborted } = entry
  const text = parts.map(([, part]) => part).join('')
  const unknown = { httpVersion: '', cookies: [], headersSize: -1 }
  const comment = failed ?? (aborted ? 'aborted' : (ended ?? 'open'))
  return {
    startedDateTime: new Date(start + at).toISOString(),
    time: endedAt - at,
    request: {
      ...unknown,
      method,
      url,
      headers: toList(requestHeaders),
      queryString: toList(Object.fromEntries(new URL(url).searchParams as unknown as Iterable<[string, string]>)),
      bodySize: body === undefined ? 0 : body.length,
      ...(body !== undefined && { postData: { mimeType: requestHeaders['content-type'] ?? '', text: body } }),
    },
    response: {
      ...unknown,
      status,
      statusText: '',
      headers: toList(headers),
      redirectURL: headers.location ?? '',
      content: { size: text.length, mimeType: headers['content-type'] ?? '', text },
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: answeredAt - at, receive: endedAt - answeredAt },
    comment,
  }
}

function toList(record: Record<string, string>): object[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }))
}
