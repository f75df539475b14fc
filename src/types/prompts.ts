/** Prompts, and completions of arguments. */
import type { ContentBlock } from './content.ts'
import type { Icon } from './lifecycle.ts'

export interface PromptArgument {
  name: string
  title?: string
  description?: string
  required?: boolean
}

export interface Prompt {
  name: string
  title?: string
  description?: string
  arguments?: PromptArgument[]
  icons?: Icon[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

export interface PromptMessage {
  role: 'user' | 'assistant'
  content: ContentBlock
}

export interface GetPromptResult {
  description?: string
  messages: PromptMessage[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

export type CompletionReference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

/** The parameters of `completion/complete`. */
export interface CompleteRequestParams {
  ref: CompletionReference
  /** The argument or variable, as far as it was typed. */
  argument: { name: string; value: string }
  /** The arguments or variables that are known already. */
  context?: { arguments?: Record<string, string> }
}

export interface Completion {
  values: string[]
  total?: number
  hasMore?: boolean
}
