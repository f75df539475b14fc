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

/** OpenAI refuses longer descriptions of functions, though not of parameters. */
const MAX_DESCRIPTION = 1024

export function toFunction({ name, description, parameters, strict = false }: ModelTool): OpenAIFunction {
  const isLong = description.length > MAX_DESCRIPTION
  const all = `${description} ${parameters.description ?? ''}`.trim()
  return {
    name,
    description: description.slice(0, MAX_DESCRIPTION),
    parameters: isLong ? { ...parameters, description: all } : parameters,
    strict,
  }
}
