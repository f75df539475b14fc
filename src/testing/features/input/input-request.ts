/** The requests by which a server asks its client for input: their capabilities, and the check of their responses. */
import { isObject } from '../../util/is-object.ts'
import { type Schema, schemaIssues } from '../json-schema.ts'

export interface InputRequest {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

export type InputResponse = Record<string, unknown>

/** A form. */
export function elicit(message: string, properties: Record<string, Schema>, required?: string[]): InputRequest {
  const requestedSchema = { type: 'object', properties, ...(required && { required }) }
  return { method: 'elicitation/create', params: { message, requestedSchema } }
}

/** A URL that the user is to visit. */
export function elicitUrl(message: string, url: string, elicitationId?: string): InputRequest {
  const params = { mode: 'url', message, url, ...(elicitationId && { elicitationId }) }
  return { method: 'elicitation/create', params }
}

export function sample(prompt: string, maxTokens = 100): InputRequest {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens } }
}

export function listRoots(): InputRequest {
  return { method: 'roots/list', params: {} }
}

/** The capabilities that the client would have to declare for this request; undefined if it has them. */
export function missingCapabilities(
  request: InputRequest,
  declared: Record<string, unknown>,
): Record<string, object> | undefined {
  if (request.method === 'roots/list') return declared.roots ? undefined : { roots: {} }
  if (request.method === 'sampling/createMessage') return declared.sampling ? undefined : { sampling: {} }
  const { elicitation } = declared
  const modes = isObject(elicitation) ? elicitation : undefined
  if (request.params.mode === 'url') return modes?.url ? undefined : { elicitation: { url: {} } }
  // An empty object means forms, as before there were two modes.
  return modes && (modes.form || !modes.url) ? undefined : { elicitation: {} }
}

/** One sentence for each error in a response. */
export function responseIssues(request: InputRequest, response: unknown): string[] {
  if (!isObject(response)) return [`the answer must be an object, got ${JSON.stringify(response)}`]
  if ('jsonrpc' in response || 'resultType' in response) {
    return ['the answer must be the bare result, without an envelope']
  }
  return schemaIssues(responseSchema(request, response), response, 'answer')
}

function responseSchema(request: InputRequest, response: InputResponse): Schema {
  if (request.method === 'roots/list') return ROOTS
  if (request.method === 'sampling/createMessage') return MESSAGE
  const hasContent = request.params.mode !== 'url' && response.action === 'accept'
  const properties = { action: { enum: ['accept', 'decline', 'cancel'] } }
  if (!hasContent) return { properties, required: ['action'] }
  const content = request.params.requestedSchema
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
