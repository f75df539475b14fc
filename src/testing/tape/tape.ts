/** The format of a tape: one entry per request, in JSON that can be read in a review. */

import { isObject } from '../util/is-object.ts'

/** The version of the format that this code writes and reads. */
export const TAPE_VERSION = 1

/** What `record` wrote down and `replay` plays: plain JSON, without secrets. */
export interface Tape {
  /** The version of the format. */
  version: typeof TAPE_VERSION
  /** One entry per request, in the order in which they were sent. */
  entries: TapeEntry[]
}

/**
 * How long something took, counted from what happened before it: less than 20 ms, less than a second, or more.
 * Milliseconds would differ with every recording.
 */
export type TimingClass = 'at-once' | 'soon' | 'later'

/** When a part of a response came. */
export interface TapePlace {
  /** The time since the part before it. */
  when: TimingClass
  /**
   * What happened before it, if that is not the part before it in this entry: `request 2`, `response 2`, `event 2.1`
   * or `end 2`, where 2 is the second entry.
   */
  after?: string
}

/** A request, and what became of it. */
export interface TapeEntry {
  /** The request. */
  request: TapeRequest
  /** What came back. */
  response?: TapeResponse
  /** How the request failed without a response, such as by a network error. */
  failed?: TapePlace & {
    /** The words of the error. */
    message: string
    /** The code of its cause, such as ECONNREFUSED, where a runtime has one. */
    code?: string
  }
  /** Why there is neither: the client gave up, or it was still waiting when the tape was written. */
  unanswered?: 'aborted' | 'open'
}

/** A request as far as it matters to a server. A body is one of `json`, `form` and `text`. */
export interface TapeRequest {
  /** The method of HTTP. */
  method: string
  /** The whole address, with placeholders for secrets. */
  url: string
  /** Names in lower case; those that only the runtime cares about are left out. */
  headers: Record<string, string>
  /** A body that is JSON. */
  json?: unknown
  /** The fields of a form. */
  form?: Record<string, string | string[]>
  /** Any other body. */
  text?: string
  /** What happened before it, if that is not the end of the entry before it. */
  after?: string
}

/** A response. Its body is one of `json`, `text` and `events`. */
export interface TapeResponse extends TapePlace {
  /** The status of HTTP; 0 where a browser hides a redirect. */
  status: number
  /** Names in lower case; those that only the runtime cares about are left out. */
  headers: Record<string, string>
  /** Where the response came from, if redirects were followed. */
  url?: string
  /** A body that is JSON. */
  json?: unknown
  /** Any other body, or what came of it. */
  text?: string
  /** The events of a stream, one by one. */
  events?: TapeEvent[]
  /** How the body ended: by the server, by a fault, not at all, or because the client did not want more. */
  ended: 'closed' | 'cut' | 'open' | 'cancelled'
  /** When a body that is no stream came, or when a stream ended, if that was not at once. */
  endedWhen?: TimingClass
  /** Like `after`, for the end. */
  endedAfter?: string
}

/** An event of a stream. */
export interface TapeEvent extends TapePlace {
  /** The id of the event, a position from which the stream can be resumed. */
  id?: string
  /** The type of the event. */
  event?: string
  /** The milliseconds after which the client should come back. */
  retry?: string
  /** A line that is no event, which keeps the connection alive. */
  comment?: string
  /** Data that is JSON, which for MCP is a message. */
  json?: unknown
  /** Any other data. */
  text?: string
  /** The beginning of an event whose end never came. */
  partial?: string
}

/** Fails with a sentence about what is wrong if this is not a tape of this version. */
export function checkTape(value: unknown): Tape {
  const { version, entries } = (value ?? {}) as Partial<Tape>
  if (version === undefined || !Array.isArray(entries)) {
    throw new TypeError('This is no tape: it needs a "version" and a list of "entries", as record(fetch).tape() writes')
  }
  if (version !== TAPE_VERSION) {
    throw new TypeError(
      `The tape has version ${JSON.stringify(version)}, this replay reads ${TAPE_VERSION}: record again`,
    )
  }
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry)
    if (problem) throw new TypeError(`Entry ${index + 1} of the tape ${problem}`)
  }
  return value as Tape
}

function problemOf(entry: TapeEntry | undefined): string | undefined {
  const { request, response, failed, unanswered } = entry ?? ({} as Partial<TapeEntry>)
  if (typeof request?.method !== 'string') return 'has no request.method'
  if (typeof request.url !== 'string') return 'has no request.url'
  if (!isObject(request.headers)) return 'has no request.headers'
  if (isOther(request.after)) return 'has a request.after that is no text'
  if ([response, failed, unanswered].filter(Boolean).length !== 1) {
    return 'needs one of response, failed and unanswered'
  }
  if (!response) return placeProblem(failed, 'failed')
  if (typeof response.status !== 'number') return 'has no response.status'
  if (!isStatus(response.status)) return `has a response.status of ${response.status}, not 0 or 200 to 599`
  if (!isObject(response.headers)) return 'has no response.headers'
  if (isOther(response.endedAfter)) return 'has a response.endedAfter that is no text'
  if (!['closed', 'cut', 'open', 'cancelled'].includes(response.ended)) {
    return `has a response.ended of ${JSON.stringify(response.ended)}, not closed, cut, open or cancelled`
  }
  if (response.events !== undefined && !Array.isArray(response.events)) return 'has response.events that are no list'
  if (!(response.events ?? []).every(isObject)) return 'has response.events that are no objects'
  const events = (response.events ?? []).map((event, index) => placeProblem(event, `response.events[${index}]`))
  return placeProblem(response, 'response') ?? events.find(Boolean)
}

function placeProblem(place: TapePlace | undefined, path: string): string | undefined {
  if (isOther(place?.after)) return `has a ${path}.after that is no text`
  if (!place || ['at-once', 'soon', 'later'].includes(place.when)) return undefined
  return `has a ${path}.when of ${JSON.stringify(place.when)}, not at-once, soon or later`
}

const isOther = (after: unknown): boolean => after !== undefined && typeof after !== 'string'

/** 0 stands for a redirect that a browser hides. */
const isStatus = (status: number): boolean =>
  status === 0 || (Number.isInteger(status) && status >= 200 && status <= 599)
