/** The outcome of a request, as its row, the filter and the details show it. */
import { isFailure, type Outcome, outcomeOf } from '../state/outcome.ts'
import type { MessageEntry } from './record.ts'
import { isRefusedProbe, type Lane, type Row } from './rows.ts'

export function outcomeOfLane(lane: Lane): Outcome {
  const { answer, mismatch, status, failure, outcome, auth, end, id } = lane
  // HTTP+SSE accepts a request first and answers it on another stream.
  const isAccepted = status === 202 && id !== undefined && answer === undefined
  const isDone = auth === true && outcome === 'read' && (status === undefined || status < 400)
  return outcomeOf({
    needsAnswer: id !== undefined,
    answer: answer ?? (isDone ? {} : undefined),
    mismatch,
    status,
    failure: failure ?? (auth && outcome === 'failed' ? refused : undefined),
    isOpen: end === undefined || isAccepted,
    isCanceled: outcome === 'cancelled',
    isContinued: lane.isContinued === true,
    isProbe: isRefusedProbe(lane),
  })
}

const refused = { kind: 'failed', reason: 'It ended with an error.' } as const

export function isFailedRow(row: Row): boolean {
  return row.kind === 'lane' && isFailure(outcomeOfLane(row))
}

/** The request whose exchange a message belongs to. */
export function exchangeLaneOf({ lane, answers }: MessageEntry): Lane {
  return answers ?? lane
}

/** The request and the answer of an exchange that failed. */
export function isFailedMessage(entry: MessageEntry): boolean {
  return (entry.index === -1 || entry.answers !== undefined) && isFailedRow(exchangeLaneOf(entry))
}
