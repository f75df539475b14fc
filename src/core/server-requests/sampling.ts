/** Checks the messages of a sampling request and the message that the handler returns (client/sampling). */
import type { CreateMessageRequestParams, CreateMessageResult } from '../../types/client-features.ts'
import { isObject } from '../util/is-object.ts'

interface Block {
  type: string
  id?: unknown
  toolUseId?: unknown
}

/** Every tool use must have its result. */
export function hasMatchingToolResults({ messages }: CreateMessageRequestParams): boolean {
  let unanswered: unknown[] = []
  for (const { content } of messages) {
    const blocks = [content].flat() as unknown as Block[]
    const results = blocks.filter(({ type }) => type === 'tool_result').map(({ toolUseId }) => toolUseId)
    // The results in a message belong to the tool uses of the message before, and no other blocks may be beside them.
    const isComplete = results.length === unanswered.length && unanswered.every((id) => results.includes(id))
    if (!isComplete || (results.length && results.length !== blocks.length)) return false
    unanswered = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
  }
  return !unanswered.length
}

export function isSampleResult({ role, model, content }: Partial<CreateMessageResult>): boolean {
  return typeof role === 'string' && typeof model === 'string' && [content].flat().every(isObject)
}
