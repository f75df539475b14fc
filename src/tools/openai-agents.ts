/** The server interface of `@openai/agents` over MCP tools: also in pages, where the SDK has no client of its own. */
import type { ObjectSchema } from '../types/tools.ts'
import { type Accepts, isPictureOrPdf, type Part, toDataUrl, toParts } from './model-content.ts'
import { runCall } from './run-call.ts'
import { safeName } from './tool-name.ts'
import type { ModelTool, ModelTools } from './types.ts'

/** The options of `openaiAgentsServer()`. */
export interface OpenAIAgentsOptions {
  /** How the agent calls the server, in traces too. @default 'mcp-over-fetch' */
  name?: string | undefined
  /** Which media of results are sent as such; a text stands for the others. @default PNG, JPEG, GIF, WebP and PDF */
  accepts?: Accepts | undefined
}

/** A member of `mcpServers` of an agent. */
export interface OpenAIAgentsServer {
  /** Tools are listed anew for every run; the client has a cache of its own. */
  cacheToolsList: boolean
  /** How the agent calls it. */
  readonly name: string
  /** Does nothing: the client is connected. */
  connect(): Promise<void>
  /** Does nothing: the client is closed by the one who opened it. */
  close(): Promise<void>
  /** Lists the tools anew. */
  listTools(): Promise<OpenAIAgentsTool[]>
  /** What the model sees of the result of a tool. */
  callTool(
    name: string,
    args: OpenAIAgentsObject,
    meta?: OpenAIAgentsObject,
    options?: { signal?: AbortSignal },
  ): Promise<OpenAIAgentsPart[]>
  /** The same with the rest of the result, for `customDataExtractor`. */
  callToolResult(
    name: string,
    args: OpenAIAgentsObject,
    meta?: OpenAIAgentsObject,
    options?: { signal?: AbortSignal },
  ): Promise<OpenAIAgentsResult>
  /** Does nothing: there is no cache. */
  invalidateToolsCache(): Promise<void>
}

/** Arguments or metadata. */
export type OpenAIAgentsObject = Record<string, unknown> | null

/** A tool, as the SDK types it. */
export interface OpenAIAgentsTool {
  /** The name; letters, digits and `_` only, since the SDK replaces everything else. */
  name: string
  /** What it does. */
  description: string
  /** The schema of its arguments. */
  inputSchema: {
    type: 'object'
    properties: Record<string, unknown>
    required: string[]
    additionalProperties: boolean
  }
}

/** A part of a result that the SDK knows. */
export type OpenAIAgentsPart =
  | { type: 'text'; text: string }
  | { type: 'image'; image: string }
  | { type: 'file'; file: { data: string; mediaType: string; filename: string } }

/** A result. */
export interface OpenAIAgentsResult {
  /** What the model sees. */
  content: OpenAIAgentsPart[]
  /** The result in the structure that the tool declares. */
  structuredContent?: Record<string, unknown>
  /** The tool ran and says that it failed. */
  isError?: boolean
  /** Metadata of the result. */
  _meta?: Record<string, unknown>
}

/** The SDK replaces other characters, so that two names could become one. */
const TOOL_NAME = /^\w{1,64}$/

/**
 * A server for `new Agent({ mcpServers: [server] })`.
 *
 * @example
 * const server = openaiAgentsServer(await modelTools(client), { name: 'docs' })
 */
export function openaiAgentsServer(tools: ModelTools, options: OpenAIAgentsOptions = {}): OpenAIAgentsServer {
  const { name = 'mcp-over-fetch', accepts = isPictureOrPdf } = options
  let byName = toMap(tools)
  const server: OpenAIAgentsServer = {
    name,
    cacheToolsList: false,
    async connect() {},
    async close() {},
    async invalidateToolsCache() {},
    async listTools() {
      byName = toMap(await tools.refresh())
      return [...byName].map(([key, { description, parameters }]) => ({
        name: key,
        description,
        inputSchema: { required: [], ...parameters } as ObjectSchema & OpenAIAgentsTool['inputSchema'],
      }))
    },
    callTool: async (...call) => (await server.callToolResult(...call)).content,
    async callToolResult(key, args, meta, { signal } = {}) {
      const find = (name: string) => byName.get(name)
      const { result, content, isError } = await runCall({ ...tools, find }, key, args, {
        signal,
        meta: meta ?? undefined,
      })
      const parts = toParts(content, accepts, isError).map(toAgentsPart)
      return { ...(result as OpenAIAgentsResult | undefined), content: parts, isError }
    },
  }
  return server
}

function toMap({ list }: ModelTools): Map<string, ModelTool> {
  return new Map(list.map((tool) => [safeName(tool.name, TOOL_NAME), tool]))
}

function toAgentsPart(part: Part): OpenAIAgentsPart {
  if ('text' in part) return { type: 'text', text: part.text }
  const { mimeType, data, filename } = part
  if (mimeType.startsWith('image/')) return { type: 'image', image: toDataUrl(part) }
  return { type: 'file', file: { data, mediaType: mimeType, filename } }
}
