/** What a server may ask of a client: the questions, the capability each one needs, and what counts as an answer. */
import { isObject, issues, type Schema } from '../json-schema.ts'

export interface Question {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

export type Answer = Record<string, unknown>

export function elicit(message: string, properties: Record<string, Schema>, required?: string[]): Question {
  const requestedSchema = { type: 'object', properties, ...(required && { required }) }
  return { method: 'elicitation/create', params: { message, requestedSchema } }
}

export function visit(message: string, url: string, elicitationId?: string): Question {
  const params = { mode: 'url', message, url, ...(elicitationId && { elicitationId }) }
  return { method: 'elicitation/create', params }
}

export function sample(prompt: string, maxTokens = 100): Question {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens } }
}

export function roots(): Question {
  return { method: 'roots/list', params: {} }
}

/** The capabilities a client would have to declare for this question; undefined if it has them. */
export function lacking(question: Question, declared: Record<string, unknown>): Record<string, object> | undefined {
  if (question.method === 'roots/list') return declared.roots ? undefined : { roots: {} }
  if (question.method === 'sampling/createMessage') return declared.sampling ? undefined : { sampling: {} }
  const { elicitation } = declared
  const modes = isObject(elicitation) ? elicitation : undefined
  if (question.params.mode === 'url') return modes?.url ? undefined : { elicitation: { url: {} } }
  // An empty object means forms, as before there were two modes.
  return modes && (modes.form || !modes.url) ? undefined : { elicitation: {} }
}

/** What is wrong with an answer, one sentence each. */
export function answerIssues(question: Question, answer: unknown): string[] {
  if (!isObject(answer)) return [`the answer must be an object, got ${JSON.stringify(answer)}`]
  if ('jsonrpc' in answer || 'resultType' in answer) return ['the answer must be the bare result, without an envelope']
  return issues(answerSchema(question, answer), answer, 'answer')
}

function answerSchema(question: Question, answer: Answer): Schema {
  if (question.method === 'roots/list') return ROOTS
  if (question.method === 'sampling/createMessage') return MESSAGE
  const form = question.params.mode !== 'url' && answer.action === 'accept'
  const properties = { action: { enum: ['accept', 'decline', 'cancel'] } }
  if (!form) return { properties, required: ['action'] }
  const content = question.params.requestedSchema
  return { properties: { ...properties, content }, required: ['action', 'content'] }
}

const FILE: Schema = { type: 'string', pattern: '^file://' }

const ROOTS: Schema = {
  properties: {
    roots: { type: 'array', items: { type: 'object', properties: { uri: FILE }, required: ['uri'] } },
  },
  required: ['roots'],
}

const MESSAGE: Schema = {
  properties: {
    role: { enum: ['user', 'assistant'] },
    model: { type: 'string' },
    content: { type: ['object', 'array'] },
  },
  required: ['role', 'model', 'content'],
}
