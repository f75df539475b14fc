/** How the two APIs of OpenAI describe a tool. */
import type { Accepts } from './model-content.ts'
import type { ModelTool } from './types.ts'

/** The options of the adapters for OpenAI. */
export interface OpenAIToolsOptions {
  /** Which media of results are sent as such; a text stands for the others. @default PNG, JPEG, GIF, WebP and PDF */
  accepts?: Accepts | undefined
}

/** The members of a function, in both APIs. */
export interface OpenAIFunction {
  /** The name of the tool. */
  name: string
  /** What it does. */
  description: string
  /** The schema of its arguments. */
  parameters: { [keyword: string]: unknown }
  /** Whether the model is bound to the schema. */
  strict: boolean
}

export function toFunction({ name, description, parameters, strict = false }: ModelTool): OpenAIFunction {
  return { name, description, parameters, strict }
}
