/** Resources, prompts and completions as a test writes them. */
import type { PromptMessage } from '../../types/prompts.ts'

/** The content of a resource: a text, or bytes. */
export type ResourceValue = string | Uint8Array

/** A resource of a mock server. */
export interface MockResource {
  /** The name to display. @default the last part of the address */
  name?: string
  /** A title to display. */
  title?: string
  /** What it is. */
  description?: string
  /** Its media type. @default `text/plain` or `application/octet-stream` */
  mimeType?: string
  /** Metadata of its content, such as that of MCP Apps. */
  _meta?: Record<string, unknown>
  /** Its content; `variables` are the parts of the address that a template names. */
  read: ResourceValue | ((uri: string, variables: Record<string, string>) => ResourceValue | Promise<ResourceValue>)
}

/** A prompt of a mock server. */
export interface MockPrompt {
  /** A title to display. */
  title?: string
  /** What it is for. */
  description?: string
  /** The names of its arguments, each with whether it must be given. */
  arguments?: Record<string, { description?: string; required?: boolean }>
  /** Its messages; a text is one message of the user. */
  get: PromptValue | ((args: Record<string, string>) => PromptValue | Promise<PromptValue>)
}

/** The messages of a prompt; a text is one message of the user. */
export type PromptValue = string | readonly PromptMessage[]

/** The suggestions for one argument: a list, of which those with the right beginning are taken, or a function. */
export type MockCompletion =
  | readonly string[]
  | ((value: string, chosen: Record<string, string>) => readonly string[] | Promise<readonly string[]>)
