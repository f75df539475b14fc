/** What is known of a server at compile time, as `mcp-over-fetch types` writes it. */
import type { InferSchema } from './infer-schema.ts'
import type { ToolAnnotations } from './tools.ts'

/** The types of a tool. */
export interface ToolTypes {
  /** The type of its arguments. */
  input: unknown
  /** The type of its `structuredContent`. */
  output?: unknown
}

/** The types of a prompt. */
export interface PromptTypes {
  /** The type of its arguments. */
  arguments: unknown
}

/** A server of which nothing is known: all names and arguments are accepted. Interfaces of servers fit it. */
export interface AnyServer {
  /** The types of its tools by name. */
  tools?: Record<string, ToolTypes>
  /** The types of its prompts by name. */
  prompts?: Record<string, PromptTypes>
  /** Its resources by URI. */
  resources?: Record<string, unknown>
  /** Its resource templates. */
  resourceTemplates?: Record<string, unknown>
}

/** The names of the tools of a server. */
export type ToolName<Server> = Server extends { tools: infer Tools } ? keyof Tools & string : string

/** The types of one of its tools. */
export type ToolOf<Server, Name> = Server extends { tools: infer Tools }
  ? Name extends keyof Tools
    ? Tools[Name]
    : ToolTypes
  : ToolTypes

/** The names of the prompts of a server. */
export type PromptName<Server> = Server extends { prompts: infer Prompts } ? keyof Prompts & string : string

/** The URIs of the resources of a server, and any other, since servers seldom list all that they have. */
export type ResourceUri<Server> = Server extends { resources: infer Resources }
  ? string extends keyof Resources
    ? string
    : (keyof Resources & string) | (string & Record<never, never>)
  : string

/** A tool as a program writes it, for `connect(url, { tools })`. With `as const` its arguments and its output are inferred. */
export interface ToolDefinition {
  /** The name to call it by. */
  readonly name: string
  /** A name to display. */
  readonly title?: string
  /** What it does, for a model. */
  readonly description?: string
  /** The schema of its arguments. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  /** The schema of its `structuredContent`. */
  readonly outputSchema?: { readonly [keyword: string]: unknown }
  /** Hints about what it does. */
  readonly annotations?: Readonly<ToolAnnotations>
}

/** The server, or what the definitions of its tools say where nothing else is known. */
export type KnownServer<Server, Tools extends readonly ToolDefinition[]> =
  string extends ToolName<Server>
    ? string extends Tools[number]['name']
      ? Server
      : { tools: ToolsOf<Tools[number]> }
    : Server

type ToolsOf<Definition extends ToolDefinition> = {
  [One in Definition as One['name']]: One extends { readonly outputSchema: infer Output }
    ? { input: InferSchema<One['inputSchema']>; output: InferSchema<Output> }
    : { input: InferSchema<One['inputSchema']> }
}
