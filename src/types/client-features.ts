/** Requests of servers to clients, and their results: elicitation, sampling, roots. */
import type { SamplingContentBlock } from './content.ts'
import type { JsonSchema } from './tools.ts'

export interface ElicitRequestParams {
  /** Absent means `form`. */
  mode?: 'form' | 'url'
  message: string
  /** Form mode. */
  requestedSchema?: JsonSchema
  /** URL mode. */
  url?: string
  elicitationId?: string
  [key: string]: unknown
}

export interface ElicitResult {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string | number | boolean | string[]>
}

export interface SamplingMessage {
  role: 'user' | 'assistant'
  content: SamplingContentBlock | SamplingContentBlock[]
  _meta?: Record<string, unknown>
}

export interface CreateMessageRequestParams {
  messages: SamplingMessage[]
  maxTokens: number
  systemPrompt?: string
  temperature?: number
  stopSequences?: string[]
  [key: string]: unknown
}

export interface CreateMessageResult extends SamplingMessage {
  model: string
  stopReason?: string
}

export interface Root {
  uri: string
  name?: string
  _meta?: Record<string, unknown>
}
