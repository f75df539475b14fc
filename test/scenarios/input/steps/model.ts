/** A sampling handler that records its requests, and blocks of content for it. */
import type { CreateMessageRequestParams, CreateMessageResult } from '../../../../src/core/index.ts'
import { sampleResult } from '../../steps/input-required.ts'

export const text = (value: string) => ({ type: 'text', text: value }) as const

export const use = { type: 'tool_use', id: 'u1', name: 'weather', input: { city: 'Paris' }, _meta: { a: 1 } }

/** `asked` are the requests that `create` was called with. */
export function createModel(result: unknown = sampleResult) {
  const asked: CreateMessageRequestParams[] = []
  const create = (request: CreateMessageRequestParams) => {
    asked.push(request)
    return result as CreateMessageResult
  }
  return { asked, create }
}
