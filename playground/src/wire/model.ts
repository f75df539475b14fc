/** The record of everything on the wire of one server: events and timeline rows. */
import type { Fetch, WireEvent } from 'mcp-over-fetch'
import { createAnswerBook } from './answers.ts'
import { type AuthLanes, createAuthLanes } from './auth-lanes.ts'
import type { Message } from './messages.ts'
import { nextRowNumber } from './numbers.ts'
import { describeRequest, readQuestion } from './questions.ts'
import { createWireRecord, type RecordWriter, type WireRecord } from './record.ts'
import { createRecordingFetch } from './recording-fetch.ts'
import { isNoteEvent, type Lane, type Question } from './rows.ts'

export interface WireModel extends AuthLanes, WireRecord {
  /** The options of `connect()` that record one connection. */
  open(fetch?: Fetch): { onEvent(event: WireEvent): void; fetch: Fetch }
}

export interface WireModelOptions {
  /** The id of the server, which its rows carry. */
  server: number
  /** Gets the same rows and events: the record of all servers. */
  also?: RecordWriter
}

export function createWireModel({ server, also }: WireModelOptions): WireModel {
  const { record, writer: own } = createWireRecord()
  const writers = also ? [own, also] : [own]
  const laneOfSignal = new WeakMap<AbortSignal, Lane>()
  let connections = 0
  return {
    ...record,
    open: openConnection,
    ...createAuthLanes({
      rows: record.rows,
      add: (lane) => addRow(Object.assign(lane, { key: `${lane.key}-${server}`, server })),
      finish,
      laneOfSignal: (signal) => laneOfSignal.get(signal),
    }),
  }

  function addRow(row: Parameters<RecordWriter['addRow']>[0]): void {
    for (const writer of writers) writer.addRow(row)
  }

  function openConnection(inner: Fetch = (url, init) => fetch(url, init)): ReturnType<WireModel['open']> {
    const connection = `${server}-${++connections}`
    let notes = 0
    const lanes = new Map<number, Lane>()
    /** The questions of the server by their JSON-RPC id. */
    const questions = new Map<unknown, Question>()
    const answers = createAnswerBook()
    /** The last request of each call. */
    const lastOfCall = new Map<string, Lane>()
    // The client emits the `request` event right before it calls `fetch`.
    let nextLane: Lane | undefined
    /** A body that is not a stream is one message, complete when the response has ended. */
    const readBody = (lane: Lane, at: number) => {
      const { recorded, responseHeaders } = lane
      if (recorded && !isStream(responseHeaders) && /^\s*[{[]/.test(recorded.response)) {
        const message = { index: 0, at, data: recorded.response, length: recorded.bytes }
        addMessage(lane, message, answers.read(message, lane))
      }
      answers.end(lane)
    }
    return {
      onEvent(event) {
        const call = event.call === undefined ? undefined : `${connection}-c${event.call}`
        if (event.type === 'request') {
          nextLane = createLane(`${connection}-${event.request}`, event)
          nextLane.call = call
          // A resumed stream has no body that says what it is about.
          nextLane.subject = call && event.method === 'GET' ? lastOfCall.get(call)?.subject : undefined
          lanes.set(event.request, nextLane)
        }
        const lane = 'request' in event ? lanes.get(event.request) : undefined
        for (const writer of writers) writer.addEvent(event, lane)
        if (event.type === 'request') addRow(nextLane!)
        else if (lane && 'request' in event && applyEvent(lane, event)) {
          if (event.type === 'response-ended') readBody(lane, event.timestamp)
          end(lane)
        } else if (isNoteEvent(event)) addRow({ kind: 'note', key: `${connection}-e${++notes}`, server, event, call })
      },
      fetch: createRecordingFetch(inner, (recorded, signal) => {
        const lane = nextLane
        nextLane = undefined
        if (lane) {
          lane.recorded = recorded
          laneOfSignal.set(signal, lane)
          Object.assign(lane, describeRequest(lane, questions, lane.call ? lastOfCall.get(lane.call) : undefined))
          answers.expect(lane)
          const before = lane.call ? lastOfCall.get(lane.call) : undefined
          if (before && lane.method === 'GET') before.isContinued = true
          if (lane.call) lastOfCall.set(lane.call, lane)
          addMessage(lane, { index: -1, at: lane.start, data: recorded.request ?? '' })
        }
        return {
          onMessage(message) {
            readQuestion(message, questions)
            if (lane) addMessage(lane, message, answers.read(message, lane))
          },
          onFailure: (outcome) => lane && finish(lane, { end: Date.now(), outcome, ...describeRefusal(lane) }),
        }
      }),
    }
  }

  function addMessage(
    lane: Lane,
    { index, at, data, length }: Pick<Message, 'index' | 'at' | 'data'> & Partial<Message>,
    answers?: Lane,
  ): void {
    if (data === '') return
    const entry = { key: `${lane.key} ${index}`, lane, index, at, data, size: length ?? data.length, answers }
    for (const writer of writers) writer.addMessage(entry)
  }

  function createLane(key: string, event: Extract<WireEvent, { type: 'request' }>): Lane {
    const { method, url, rpcMethod: rpc, headers, timestamp: start } = event
    return { kind: 'lane', key, server, number: nextRowNumber(), method, url, rpc, headers, start, eventTimes: [] }
  }

  function end(lane: Lane): void {
    for (const writer of writers) writer.endLane(lane)
  }

  function finish(lane: Lane, known: Partial<Lane>): void {
    Object.assign(lane, known)
    end(lane)
  }
}

const isStream = (headers: Lane['responseHeaders']) =>
  headers?.['content-type']?.startsWith('text/event-stream') === true

/** The status and headers of a response for which the given `fetch` threw an error instead. */
function describeRefusal({ refusal }: Lane): Partial<Lane> {
  return refusal ? { status: refusal.status, responseHeaders: refusal.headers, headersAt: refusal.at } : {}
}

/** Updates a lane by one of its events; true when the request has ended. */
function applyEvent(lane: Lane, event: WireEvent & { request: number }): boolean {
  switch (event.type) {
    case 'response':
      Object.assign(lane, { status: event.status, responseHeaders: event.headers, headersAt: event.timestamp })
      return false
    case 'stream-event':
      lane.eventTimes.push(event.timestamp)
      return false
    case 'response-ended':
      lane.end = event.timestamp
      lane.outcome = event.outcome
      return true
    case 'drain':
      lane.drain = { outcome: event.outcome, at: event.timestamp }
      return true
    default:
      return false
  }
}
