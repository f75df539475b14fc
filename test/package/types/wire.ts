/** Wire types name what MCP defines, so that typos do not compile, and they fit the types of other libraries. */
import type {
  CallToolResult,
  ElicitHandler,
  ElicitRequestParams,
  Implementation,
  Prompt,
  ReadResourceResult,
  Resource,
  ServerCapabilities,
  Tool,
} from 'mcp-over-fetch'
import type {
  CompleteRequestParams,
  CreateMessageRequestParams,
  DiscoverResult,
  ElicitResult,
  InitializeResult,
  ObjectSchema,
  PromptReference,
} from 'mcp-over-fetch/types'
import { assertType, type Same } from './assert-type.ts'

export function typos(
  result: CallToolResult,
  tool: Tool,
  resource: Resource,
  read: ReadResourceResult,
  prompt: Prompt,
  capabilities: ServerCapabilities,
  info: Implementation,
): unknown[] {
  return [
    // @ts-expect-error misspelt
    result.contnt,
    // @ts-expect-error misspelt
    result.content[0]?.txt,
    // @ts-expect-error misspelt
    result.content[0]?.annotations?.audence,
    // @ts-expect-error misspelt
    tool.inputShema,
    // @ts-expect-error misspelt
    tool.annotations?.readonlyHint,
    // @ts-expect-error misspelt
    resource.url,
    // @ts-expect-error misspelt
    read.content,
    // @ts-expect-error misspelt
    prompt.args,
    // @ts-expect-error misspelt
    capabilities.tool,
    // @ts-expect-error misspelt
    info.verson,
  ]
}

/** The structure of `input_schema` in the SDK of Anthropic. */
interface AnthropicInputSchema {
  type: 'object'
  properties?: unknown | null
  required?: string[] | null
  [key: string]: unknown
}

type JsonSchema7Type = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** The structure of `JSONSchema7`, which the AI SDK takes. */
interface JsonSchema7 {
  $id?: string | undefined
  type?: JsonSchema7Type | JsonSchema7Type[] | undefined
  enum?: unknown[] | undefined
  properties?: { [key: string]: JsonSchema7 | boolean } | undefined
  required?: string[] | undefined
  items?: JsonSchema7 | boolean | (JsonSchema7 | boolean)[] | undefined
  additionalProperties?: JsonSchema7 | boolean | undefined
}

export function parameters({ inputSchema }: Tool): unknown[] {
  assertType<Same<typeof inputSchema, ObjectSchema>>()
  const anthropic: AnthropicInputSchema = inputSchema
  const openai: Record<string, unknown> = inputSchema
  const openaiOrNone: { [key: string]: unknown } | null = inputSchema
  const aiSdk: JsonSchema7 = inputSchema
  return [anthropic, openai, openaiOrNone, aiSdk]
}

export function show(request: ElicitRequestParams): string {
  if (request.mode === 'url') {
    assertType<Same<typeof request.url, string>>()
    // @ts-expect-error a page has no form
    request.requestedSchema.properties
    return request.url
  }
  assertType<Same<typeof request.requestedSchema, ObjectSchema>>()
  return Object.keys(request.requestedSchema.properties ?? {}).join()
}

/** A handler of both modes may take the members of either. */
export const elicit: ElicitHandler = ({ message, url, requestedSchema }) => ({
  action: 'accept',
  content: { message, url: url ?? '', fields: Object.keys(requestedSchema?.properties ?? {}) },
})

/** Members of one revision only, and metadata, have a place wherever MCP defines them. */
export function members(
  initialize: InitializeResult,
  answer: ElicitResult,
  completing: CompleteRequestParams,
  sampling: CreateMessageRequestParams,
  asking: ElicitRequestParams,
  read: ReadResourceResult,
  discovered: DiscoverResult,
  prompt: PromptReference,
): unknown[] {
  return [
    initialize._meta,
    answer._meta,
    completing._meta,
    sampling.task?.ttl,
    asking.task?.ttl,
    [read.ttlMs, read.cacheScope, read.resultType],
    [discovered.ttlMs, discovered.cacheScope, discovered.resultType],
    prompt.title,
  ]
}
