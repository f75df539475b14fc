/** The wire as HAR 1.2, which other tools read, and rows of the wire from a HAR file of any tool. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson } from '../ui/json.ts'
import { readAnswer, requestId } from './answers.ts'
import { outcomeOfLane } from './exchange.ts'
import { createMessageLog, type Message } from './messages.ts'
import type { MessageEntry } from './record.ts'
import type { Lane, Row } from './rows.ts'
import { headersOf } from './secrets.ts'
import { summarize } from './subject.ts'

export interface HarOptions {
  /** Adds the bodies that were sent and received, which may contain private data. */
  bodies: boolean
}

/** Without secrets in headers and addresses, as in every export. */
export function writeHar(rows: readonly Row[], { bodies }: HarOptions): string {
  const lanes = rows.filter((row): row is Lane => row.kind === 'lane' && !row.auth)
  const creator = { name: 'mcp-over-fetch playground', version: '1' }
  return JSON.stringify(
    { log: { version: '1.2', creator, entries: lanes.map((lane) => writeEntry(lane, bodies)) } },
    undefined,
    2,
  )
}

function writeEntry(lane: Lane, bodies: boolean): object {
  const { method, url, start, headersAt, end, status = 0, outcome, recorded } = lane
  const { request, response } = headersOf(lane, false)
  const last = end ?? lane.eventTimes.at(-1) ?? headersAt ?? start
  const query = URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []
  const shared = { httpVersion: '', cookies: [], headersSize: -1 }
  return {
    startedDateTime: new Date(start).toISOString(),
    time: last - start,
    request: {
      ...shared,
      method,
      url,
      headers: pairs(request),
      queryString: query,
      bodySize: recorded?.request?.length ?? 0,
      ...(bodies &&
        recorded?.request !== undefined && { postData: { mimeType: 'application/json', text: recorded.request } }),
    },
    response: {
      ...shared,
      status,
      statusText: '',
      headers: pairs(response),
      redirectURL: '',
      bodySize: recorded?.bytes ?? -1,
      content: {
        size: recorded?.bytes ?? 0,
        mimeType: response['content-type'] ?? '',
        ...(bodies && recorded && { text: recorded.response }),
      },
    },
    cache: {},
    timings: { send: 0, wait: (headersAt ?? last) - start, receive: last - (headersAt ?? last) },
    // What HAR has no place for.
    _mcp: {
      n: lane.number,
      rpc: lane.rpc,
      subject: lane.subject,
      outcome,
      result: writeResult(lane),
      eventTimes: lane.eventTimes.map((at) => at - start),
    },
  }
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))

/** More rows would make the page slow. */
const MAX_ENTRIES = 20_000

/** The rows of a file, or a sentence that says why there are none. */
export function readHar(text: string): Lane[] | string {
  const file = parseJson(text)
  const entries = isObject(file) && isObject(file.log) ? file.log.entries : undefined
  if (!Array.isArray(entries)) return 'This is not a HAR file: it has no log with entries.'
  const lanes = entries.slice(0, MAX_ENTRIES).flatMap((entry, index) => readEntry(entry, index) ?? [])
  lanes.sort((one, other) => one.start - other.start)
  return lanes.length > 0 ? lanes : 'This HAR file has no requests.'
}

/** The messages of a row, as the live wire records them. */
export function messagesOf(lane: Lane): MessageEntry[] {
  const { key, recorded, start, headersAt = start, end = start, id } = lane
  if (!recorded) return []
  const { request, response, bytes, messages } = recorded
  const entry = (index: number, at: number, data: string, size = data.length): MessageEntry => {
    const isAnswer = index >= 0 && id !== undefined && readAnswer(data)?.id === id
    return { key: `${key} ${index}`, lane, index, at, data, size, answers: isAnswer ? lane : undefined }
  }
  return [
    ...(request ? [entry(-1, start, request)] : []),
    ...messages.map(({ index, at, data, length }) => entry(index, at, data, length)),
    ...(messages.length === 0 && /^\s*[{[]/.test(response)
      ? [entry(0, Math.max(headersAt, end), response, bytes)]
      : []),
  ]
}

/** Header names whose values are hidden until somebody asks for them, as on the live wire. */
const SECRET = /auth|cookie|key|password|secret|session|token/

function readEntry(entry: unknown, index: number): Lane | undefined {
  const { request, response, startedDateTime, time, timings, _mcp } = objectOf(entry)
  const start = Date.parse(String(startedDateTime))
  if (!isObject(request) || Number.isNaN(start)) return undefined
  const { status: code, headers, content } = objectOf(response)
  const { n, rpc, subject, outcome, result, eventTimes } = objectOf(_mcp)
  const url = stringOf(request.url) ?? ''
  const body = stringOf(objectOf(request.postData).text)
  const summary = summarize(body)
  const end = start + Math.max(numberOf(time) ?? 0, 0)
  const headersAt = Math.max(end - Math.max(numberOf(objectOf(timings).receive) ?? 0, 0), start)
  const status = numberOf(code) || undefined
  const sentHeaders = readPairs(request.headers)
  const receivedHeaders = readPairs(headers)
  const times = listOf(eventTimes).flatMap((at) => (typeof at === 'number' ? [start + at] : []))
  const text = readContent(objectOf(content))
  const messages = isStream(receivedHeaders) ? readMessages(text, times, headersAt) : []
  return {
    kind: 'lane',
    key: `har-${index}`,
    number: numberOf(n) ?? index + 1,
    method: stringOf(request.method) ?? 'GET',
    url,
    rpc: stringOf(rpc) ?? summary?.kind,
    subject: stringOf(subject) ?? summary?.subject,
    headers: withoutSecrets(sentHeaders),
    start,
    ...readResult(objectOf(result), body, messages.map(({ data }) => data).concat(text)),
    ...(status !== undefined && { status, headersAt, responseHeaders: withoutSecrets(receivedHeaders) }),
    end,
    outcome: outcome === 'cancelled' ? outcome : status === undefined || outcome === 'failed' ? 'failed' : 'read',
    eventTimes: times.length > 0 ? times : messages.map(({ at }) => at),
    recorded: {
      url,
      sentHeaders,
      receivedHeaders,
      request: body,
      response: text,
      bytes: numberOf(objectOf(content).size) ?? text.length,
      messages,
      messageCount: messages.length,
    },
  }
}

/** What came of it, without what the server said. */
function writeResult(lane: Lane): object {
  const { kind } = outcomeOfLane(lane)
  return {
    kind,
    ...(lane.id !== undefined && { isRequest: true }),
    ...(lane.answer?.error && { code: lane.answer.error.code }),
  }
}

/** From a file of another tool, what came of it is in the bodies. */
function readResult(
  { kind, isRequest, code }: Record<string, unknown>,
  body: string | undefined,
  answers: readonly string[],
): Partial<Lane> {
  const id = requestId(body) ?? (isRequest === true ? 'unknown' : undefined)
  if (kind === undefined) {
    const answer = answers.map(readAnswer).find((found) => found && found.id === id)?.answer
    return { id, answer }
  }
  switch (kind) {
    case 'ok':
      return { id, ...(isRequest === true && { answer: {} }) }
    case 'tool-error':
      return { id, answer: { isError: true } }
    case 'rpc':
      return { id, answer: { error: { code, message: '' } } }
    case 'schema':
      return { id, answer: {}, mismatch: { path: '', reason: 'violates the output schema', more: 0 } }
    case 'no-answer':
    case 'invalid':
    case 'failed':
      return { id, failure: { kind: kind as 'no-answer', reason: '' } }
    default:
      return { id, isContinued: kind === 'continued' }
  }
}

const isStream = (headers: Record<string, string>) => headers['content-type']?.startsWith('text/event-stream') === true

/** Other tools write down no times of events: those are then at the time of the headers. */
function readMessages(text: string, times: readonly number[], headersAt: number): Message[] {
  const log = createMessageLog(() => {})
  log.append(text)
  return log.kept.map((message) => ({ ...message, at: times[message.index] ?? headersAt }))
}

function readContent({ text, encoding }: Record<string, unknown>): string {
  if (typeof text !== 'string') return ''
  if (encoding !== 'base64') return text
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return text
  }
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET.test(name) ? '[redacted]' : value]),
  )
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

function readPairs(list: unknown): Record<string, string> {
  const known = listOf(list).filter(isObject)
  return Object.fromEntries(known.map(({ name, value }) => [String(name).toLowerCase(), String(value)]))
}
