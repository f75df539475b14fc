/** Script rules and values for `input_required` results (2026-07-28). */
import type { ElicitRequestParams } from '../../../src/core/index.ts'
import type { JournalEntry, Rule } from '../../../src/testing/index.ts'
import { callsIn } from './calls.ts'
import { paramsOf } from './journal.ts'

/** The client's capabilities in `_meta`. */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** The nth call gets this result. */
export const onRound = (nth: number, result: object): Rule => ({
  on: { rpcMethod: 'tools/call' },
  nth,
  do: [{ answerJson: result }],
})

/** The nth call requires input: `inputRequests`, `requestState`, or both. */
export const needs = (nth: number, need: object): Rule => onRound(nth, { resultType: 'input_required', ...need })

/** The nth call is answered by the script, since the server itself would refuse a `requestState` that it did not issue. */
export const done = (nth: number, text = 'done'): Rule =>
  onRound(nth, { resultType: 'complete', content: [{ type: 'text', text }] })

/** A form with one text field, `name`. */
export const form = (message = 'Who are you?', properties: object = { name: { type: 'string' } }) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties } },
})

export const urlElicitation = (url: string, message = 'Please visit') => ({
  method: 'elicitation/create',
  params: { mode: 'url', message, url },
})

export const samplingRequest = (text: string, more: object = {}) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 10, ...more },
})

export const accept = <Content extends object>(content: Content) => ({ action: 'accept', content }) as const

export const sampleResult = { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'test' } as const

/** Accepts every form: true for booleans, Ada for everything else. */
export function fillIn({ requestedSchema }: Pick<ElicitRequestParams, 'requestedSchema'>) {
  const properties = Object.entries((requestedSchema?.properties ?? {}) as Record<string, { type?: string }>)
  return accept(Object.fromEntries(properties.map(([key, { type }]) => [key, type === 'boolean' ? true : 'Ada'])))
}

/** Handlers that answer every kind of request. */
export const handlers = { elicit: fillIn, sample: () => sampleResult, roots: () => [{ uri: 'file:///home' }] }

/** The parameters of each call, in order. */
export const roundsIn = (journal: readonly JournalEntry[]): Record<string, unknown>[] => callsIn(journal).map(paramsOf)

/** The input responses of the last call, by key. */
export const lastAnswers = (journal: readonly JournalEntry[]): unknown => roundsIn(journal).at(-1)?.inputResponses

/** The capabilities that the client declared, in `_meta` of a stateless request or in `initialize`. */
export function declaredIn(entry: JournalEntry | undefined): Record<string, unknown> {
  const { _meta: meta, capabilities } = paramsOf(entry) as Record<string, Record<string, unknown> | undefined>
  return (meta?.[CAPABILITIES] ?? capabilities ?? {}) as Record<string, unknown>
}
