/** Which question of the server a request answers, and what a request is about. */
import type { Message } from './messages.ts'
import type { Lane, Question } from './rows.ts'
import { summarize } from './subject.ts'

/** Remembers a message that is a request of the server. Others are not parsed: there may be thousands. */
export function readQuestion({ data, at }: Message, questions: Map<unknown, Question>): void {
  if (!/"method"\s*:/.test(data) || !/"id"\s*:/.test(data)) return
  const summary = summarize(data)
  if (summary?.id !== undefined && summary.kind.includes('/')) questions.set(summary.id, { method: summary.kind, at })
}

/** `previous` is the request before this one in the same call: a later round answers what its result asked for. */
export function describeRequest(
  { rpc, recorded }: Lane,
  questions: ReadonlyMap<unknown, Question>,
  previous: Lane | undefined,
): Partial<Pick<Lane, 'subject' | 'question'>> {
  const body = recorded?.request
  const summary = summarize(body)
  if (!summary) return {}
  if (rpc === 'a response') return { question: questions.get(summary.id) }
  const { subject } = summary
  if (!previous || !/"inputResponses"\s*:/.test(body ?? '')) return { subject }
  const asked = [
    previous.recorded?.response ?? '',
    ...(previous.recorded?.messages.slice(-1) ?? []).map(({ data }) => data),
  ]
  const [, method] = /"method"\s*:\s*"((?:elicitation|sampling|roots)\/\w+)"/.exec(asked.join(' ')) ?? []
  return { subject, ...(method && { question: { method, at: previous.end ?? previous.headersAt ?? previous.start } }) }
}
