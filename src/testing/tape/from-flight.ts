/** Turns a recording of `mcp-over-fetch/recorder` into a tape: events and ids are found, and times become an order. */
import type { FlightEntry, FlightTape } from '../../types/flight-tape.ts'
import { isObject } from '../util/is-object.ts'
import { hideSecrets } from './hide-secrets.ts'
import { createOrder, endName, eventName, requestName, responseName } from './order.ts'
import { createEventReader } from './read-events.ts'
import { keptHeaders, parseRequestBody, parseText } from './read-request.ts'
import { TAPE_VERSION, type Tape, type TapeEntry, type TapeResponse } from './tape.ts'

/** Something that happened, and where its place in the order is written. */
interface Moment {
  at: number
  name: string
  previous: string | undefined
  place(order: { when: TapeResponse['when']; after?: string }): void
}

export function isFlight(value: unknown): value is FlightTape {
  return isObject(value) && value.kind === 'flight' && Array.isArray(value.wire)
}

export function fromFlight(flight: FlightTape): Tape {
  let hidden = 0
  // What was redacted differs by nature, and the same words stand for different secrets.
  const text = JSON.stringify(flight.wire).replaceAll('[redacted]', () => `__redacted_${++hidden}__`)
  const moments: Moment[] = []
  const entries = (JSON.parse(text) as FlightEntry[]).map((entry, index) => toEntry(entry, index + 1, moments))
  let time = 0
  const order = createOrder(() => time)
  for (const { at, name, previous, place } of moments.sort((one, other) => one.at - other.at)) {
    time = at
    place(order.add(name, previous))
  }
  return hideSecrets({ version: TAPE_VERSION, entries })
}

function toEntry(flown: FlightEntry, n: number, moments: Moment[]): TapeEntry {
  const {
    at,
    method,
    url,
    requestHeaders,
    body = '',
    answeredAt = at,
    failed,
    failedCode: code,
    aborted,
    status,
  } = flown
  const headers = keptHeaders(new Headers(requestHeaders))
  const request = { method, url, headers, ...parseRequestBody(body, headers['content-type'] ?? '') }
  const entry: TapeEntry = { request }
  moments.push({
    at,
    name: requestName(n),
    previous: n === 1 ? undefined : endName(n - 1),
    place: ({ after }) => void Object.assign(request, after !== undefined && { after }),
  })
  if (failed !== undefined) {
    const failure = { when: 'at-once', message: failed, ...(code !== undefined && { code }) } as const
    entry.failed = failure
    const place: Moment['place'] = (order) => void Object.assign(failure, order)
    moments.push({ at: answeredAt, name: responseName(n), previous: requestName(n), place })
  } else if (status === undefined) entry.unanswered = aborted ? 'aborted' : 'open'
  else entry.response = toResponse(flown, n, moments)
  return entry
}

function toResponse(flown: FlightEntry, n: number, moments: Moment[]): TapeResponse {
  const { at, answeredAt = at, status = 0, finalUrl, headers = {}, parts = [], ended = 'open', endedAt = at } = flown
  const response: TapeResponse = {
    when: 'at-once',
    status,
    ...(finalUrl !== undefined && { url: finalUrl }),
    headers: keptHeaders(new Headers(headers)),
    ended,
  }
  const place: Moment['place'] = (order) => void Object.assign(response, order)
  moments.push({ at: answeredAt, name: responseName(n), previous: requestName(n), place })
  let last = responseName(n)
  if (headers['content-type']?.startsWith('text/event-stream')) {
    response.events = []
    for (const { at, ...fields } of readEvents(parts)) {
      const event = { when: 'at-once' as const, ...fields }
      const name = eventName(n, response.events.push(event))
      moments.push({ at, name, previous: last, place: (order) => void Object.assign(event, order) })
      last = name
    }
  } else if (parts.length > 0) Object.assign(response, parseText(parts.map(([, text]) => text).join('')))
  if (ended === 'open' || ended === 'cancelled') return response
  moments.push({
    at: endedAt,
    name: endName(n),
    previous: last,
    place({ when, after }) {
      if (when !== 'at-once') response.endedWhen = when
      if (after !== undefined) response.endedAfter = after
    },
  })
  return response
}

function* readEvents(parts: readonly [at: number, text: string][]) {
  const reader = createEventReader()
  const encoder = new TextEncoder()
  let last = 0
  for (const [at, text] of parts) {
    last = at
    for (const event of reader.read(encoder.encode(text))) yield { at, ...event }
  }
  for (const event of reader.rest()) yield { at: last, ...event }
}
