/** Prompts, and completions of arguments. Members that MCP does not define are kept, untyped. */
import type { ContentBlock } from './content.ts'
import type { Icon } from './lifecycle.ts'
import type { RequestMeta } from './request-params.ts'

/** An argument of a prompt. */
export interface PromptArgument {
  /** The name to pass it by. */
  name: string
  /** A name to display. */
  title?: string
  /** What it is for. */
  description?: string
  /** Whether the prompt needs it. */
  required?: boolean
}

/** A prompt of a server. */
export interface Prompt {
  /** The name to get it by. */
  name: string
  /** A name to display. */
  title?: string
  /** What it is for. */
  description?: string
  /** The arguments that fill it in. */
  arguments?: PromptArgument[]
  /** Icons to display. */
  icons?: Icon[]
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** A message of a prompt. */
export interface PromptMessage {
  /** The role of the speaker. */
  role: 'user' | 'assistant'
  /** The message. */
  content: ContentBlock
}

/** A prompt that is filled in. */
export interface GetPromptResult {
  /** What it is for. */
  description?: string
  /** The messages for a model. */
  messages: PromptMessage[]
  /** 2026-07-28. */
  resultType?: 'complete'
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** A prompt, or a resource template, whose argument is completed. */
export type CompletionReference =
  | { type: 'ref/prompt'; name: string; title?: string }
  | { type: 'ref/resource'; uri: string }

/** The parameters of `completion/complete`. */
export interface CompleteRequestParams {
  /** The prompt or resource template. */
  ref: CompletionReference
  /** The argument or variable, as far as it was typed. */
  argument: { name: string; value: string }
  /** The arguments or variables that are known already. */
  context?: { arguments?: Record<string, string> }
  /** Metadata that MCP reserves. */
  _meta?: RequestMeta
}

/** Suggested values of an argument. */
export interface Completion {
  /** The values, best first. */
  values: string[]
  /** How many there are in all. */
  total?: number
  /** Whether there are more than these. */
  hasMore?: boolean
}
