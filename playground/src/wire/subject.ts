/** What a JSON-RPC message is about: the tool, resource or prompt of a request, in words for a row. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson } from '../ui/json.ts'

export interface Summary {
  /** The method of a request or notification; `result` or `error` of an answer. */
  kind: string
  /** Undefined for notifications. */
  id: unknown
  /** One line about its content. */
  text: string
  /** The name of the tool or prompt, or the URI of the resource. */
  subject: string | undefined
}

/** Undefined for what is no JSON-RPC message. Of a batch, the first message counts. */
export function summarize(text: string | undefined): Summary | undefined {
  if (text === undefined) return undefined
  const parsed = parseJson(text)
  const message = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isObject(message)) return undefined
  const { method, id, result, error, params } = message
  const more = Array.isArray(parsed) && parsed.length > 1 ? ` and ${parsed.length - 1} more` : ''
  if (typeof method === 'string') {
    const about = isObject(params) ? params : {}
    const subject = subjectOf(about)
    return { kind: method, id, subject, text: (subject ?? describeParams(about)) + more }
  }
  if (isObject(error)) return { kind: 'error', id, subject: undefined, text: `${error.code} ${error.message}${more}` }
  if ('result' in message) return { kind: 'result', id, subject: undefined, text: describeResult(result) + more }
  return undefined
}

function subjectOf({ name, uri, ref, taskId, level }: Record<string, unknown>): string | undefined {
  const about = isObject(ref) ? (ref.name ?? ref.uri) : (name ?? uri ?? taskId ?? level)
  return typeof about === 'string' ? about : undefined
}

function describeParams({ progress, total, message, data, reason, requestId }: Record<string, unknown>): string {
  if (progress !== undefined) {
    const position = total === undefined ? `${progress}` : `${progress} of ${total}`
    return typeof message === 'string' ? `${position}: ${message}` : position
  }
  if (data !== undefined) return typeof data === 'string' ? data : JSON.stringify(data)
  if (requestId !== undefined) return `request ${requestId}${typeof reason === 'string' ? `: ${reason}` : ''}`
  return typeof message === 'string' ? message : ''
}

function describeResult(result: unknown): string {
  if (!isObject(result)) return JSON.stringify(result) ?? ''
  const { content, isError, action, resultType, inputRequests } = result
  if (isObject(inputRequests)) return `asks for ${Object.keys(inputRequests).join(', ')}`
  const [first] = Array.isArray(content) ? content : []
  const text = isObject(first) && typeof first.text === 'string' ? first.text : undefined
  if (text !== undefined) return isError === true ? `reports an error: ${text}` : text
  for (const list of ['tools', 'resources', 'resourceTemplates', 'prompts', 'contents', 'messages'])
    if (Array.isArray(result[list])) return `${result[list].length} ${list}`
  if (typeof action === 'string') return action
  return typeof resultType === 'string' && resultType !== 'complete' ? resultType : Object.keys(result).join(', ')
}
