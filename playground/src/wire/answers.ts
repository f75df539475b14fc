/** Which message answers which request, and what it says: also where it arrives on another stream than it was asked on. */
import { isObject } from '../../../src/core/util/is-object.ts'
import type { Answer } from '../state/outcome.ts'
import { parseJson } from '../ui/json.ts'
import type { Lane } from './rows.ts'
import { summarize } from './subject.ts'

export interface AnswerBook {
  /** Remembers the request of a row. */
  expect(lane: Lane): void
  /** Reads a message of a row; an answer is noted at the row of its request, which is returned. */
  read(message: { index: number; at: number; data: string }, on: Lane): Lane | undefined
  /** No answer can come any more to requests whose answers arrive on this row. */
  end(lane: Lane): void
}

export function createAnswerBook(): AnswerBook {
  const waiting = new Map<unknown, Lane>()
  return {
    expect(lane) {
      const id = requestId(lane.recorded?.request)
      if (id === undefined) return
      lane.id = id
      waiting.set(id, lane)
    },
    read(message, on) {
      const found = readAnswer(message.data)
      // A server that could not read the request answers without its id.
      const id = found?.id ?? on.id
      const lane = found && waiting.get(id)
      if (!lane) return undefined
      waiting.delete(id)
      lane.answer = found.answer
      if (lane !== on) lane.answeredElsewhere = message
      return lane
    },
    end(lane) {
      if (lane.rpc !== 'endpoint') return
      for (const asked of waiting.values())
        asked.failure ??= { kind: 'no-answer', reason: 'The stream that brings the answers has ended.' }
      waiting.clear()
    },
  }
}

/** The id of a JSON-RPC request; undefined for notifications and answers. */
export function requestId(body: string | undefined): unknown {
  const summary = summarize(body)
  return summary && summary.kind !== 'result' && summary.kind !== 'error' ? summary.id : undefined
}

/** Most messages are notifications, which are not parsed: there may be thousands. */
const NOTIFICATION = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"method"/

/** Undefined for what is not an answer. Of a truncated one, the beginning is read. */
export function readAnswer(text: string): { id: unknown; answer: Answer } | undefined {
  if (NOTIFICATION.test(text)) return undefined
  const message = parseJson(text)
  if (message === undefined) return readBeginning(text.slice(0, 1_000))
  if (!isObject(message) || 'method' in message) return undefined
  const { id, result, error } = message
  if (isObject(error)) return { id, answer: { error: { code: error.code, message: error.message } } }
  if (!('result' in message)) return undefined
  return { id, answer: { isError: isObject(result) && result.isError === true } }
}

function readBeginning(text: string): { id: unknown; answer: Answer } | undefined {
  const [, member] = /"(result|error)"\s*:/.exec(text) ?? []
  const id = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(text)?.[1]
  if (member === undefined || id === undefined) return undefined
  if (member === 'result') return { id: parseJson(id), answer: {} }
  return { id: parseJson(id), answer: { error: { code: /"code"\s*:\s*(-?\d+)/.exec(text)?.[1], message: '' } } }
}
