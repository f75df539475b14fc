/** What `modelTools()` takes and gives. */
import type { AnyServer, CallToolOptions, Client, ListOptions } from '../core/index.ts'
import type { ContentBlock } from '../types/content.ts'
import type { InputRequired } from '../types/input-required.ts'
import type { Progress } from '../types/notifications.ts'
import type { ToolName } from '../types/server.ts'
import type { CallToolResult, ObjectSchema, Tool, ToolAnnotations } from '../types/tools.ts'

/** A tool as its source lists it. */
export interface SourceTool extends Tool {
  /** The server that has it, where there are several. */
  server?: string
}

/** Where tools come from: a client or a group of them. Within a source a name means one tool. */
export interface ToolSource {
  /** What a client knows of its server. */
  readonly server?: { readonly info?: { readonly name: string } | undefined } | undefined
  /** The tools of today. */
  listTools(options?: Pick<ListOptions, 'signal' | 'cacheMode'>): Promise<readonly SourceTool[]>
  /** The result of a tool, also one that says `isError`. It has to handle input itself, as clients do by default. */
  callTool(name: string, args?: object, options?: SourceCallOptions): Promise<CallToolResult | InputRequired>
}

/** The options of calls that a source gets. */
export type SourceCallOptions = Pick<
  CallToolOptions,
  'signal' | 'onProgress' | 'onLog' | 'meta' | 'timeout' | 'maxTotalTimeout' | 'retry'
>

/** Tools by the names that their server gives them, or by anything that a definition says. */
export type ToolFilter<Name extends string = string> = readonly Name[] | ((tool: SourceTool) => boolean)

/** What is known of the server of a source. */
export type ServerOf<Source> = Source extends Client<infer Server extends AnyServer> ? Server : AnyServer

/** The options of `modelTools()`. */
export interface ModelToolsOptions<Server extends AnyServer = AnyServer> {
  /** Only these tools. @default all */
  allow?: ToolFilter<ToolName<Server>> | undefined
  /** Not these tools. @default none */
  deny?: ToolFilter<ToolName<Server>> | undefined
  /** Asked before each call: false or a rejection keeps it from the server. @default every call is made */
  approve?: ((tool: ModelTool, args: object, context: ApproveContext) => boolean | Promise<boolean>) | undefined
  /** Removes characters that nobody sees from what the model reads: pass `cleanTools`. @default nothing is removed */
  clean?: ToolFeature | undefined
  /** Repairs arguments that do not fit the schema: pass `repairArguments()`. @default they are sent as they are */
  repair?: ToolFeature | undefined
  /** Limits what a model reads of a result: pass `budget({ bytes, images })`. @default everything */
  budget?: ToolFeature | undefined
  /** Put before every name, so that the tools of several sources can be given to one model. */
  prefix?: string | undefined
  /** What a model sees of a result. @default `content`, or `structuredContent` where there is none */
  toModelContent?: ((result: CallToolResult, tool: ModelTool) => ContentBlock[]) | undefined
  /**
   * What a model is told of a call without a result; what it throws ends the run.
   * @default the message of the error, with the server, whether the call may have been executed, and whether to retry it
   */
  toModelError?: ((error: unknown, name: string) => string) | undefined
  /** Called with the progress of every call. */
  onProgress?: ((progress: Progress, tool: ModelTool) => void) | undefined
  /** For every call: its timeouts, `retry`, `meta` and `onLog`. */
  callOptions?: Omit<SourceCallOptions, 'signal' | 'onProgress'> | undefined
  /** Aborts the listing. */
  signal?: AbortSignal | undefined
}

/**
 * Changes what models see of tools, or how they are called. Features are values, so that a bundle has only those that are
 * used. `modelTools()` applies them in the order that is right for them, and passes its `prefix`.
 */
export type ToolFeature = (tools: ModelTools, prefix?: string) => ModelTools

/** What `approve` gets beside the tool and its arguments. */
export interface ApproveContext {
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal | undefined
  /** The definition that is in use now, which may differ from the one that the model read. Undefined if the tool is gone. */
  current(): Promise<SourceTool | undefined>
}

/** The options of one call. */
export interface ModelCallOptions {
  /** Aborts the call, which rejects with the reason of the signal, and cancels it at the server. */
  signal?: AbortSignal | undefined
  /** Called with each progress notification. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Members for `params._meta`. */
  meta?: Record<string, unknown> | undefined
}

/** A tool as a model knows it. */
export interface ModelTool {
  /** At most 64 characters of `[A-Za-z0-9_-]`, the same whatever other tools there are. */
  readonly name: string
  /** What it does; never empty. */
  readonly description: string
  /** The schema of its arguments, as every provider takes it. */
  readonly parameters: ObjectSchema
  /** Whether `parameters` are made for the strict mode of OpenAI. */
  readonly strict?: boolean
  /** Whether results name it, so that a search never hides it. */
  readonly pinned?: boolean
  /** The hints of the server; these two have the defaults of MCP where it gives none, which assume the worst. */
  readonly annotations: ToolAnnotations & { readOnlyHint: boolean; destructiveHint: boolean }
  /** As the server lists it. */
  readonly definition: SourceTool
  /** Calls it. Throws a ToolError if it is gone, or if the call was not approved. */
  call(args?: object, options?: ModelCallOptions): Promise<CallToolResult>
  /** What a model sees of a result. */
  toModelContent(result: CallToolResult): ContentBlock[]
}

/** The tools of a source at one time. */
export interface ModelTools {
  /** In the order of the source. */
  readonly list: readonly ModelTool[]
  /** The tool with this name, as the model calls it. */
  find(name: string): ModelTool | undefined
  /** Lists the tools again, with the same options. */
  refresh(): Promise<ModelTools>
  /** What a model is told of a call without a result. */
  toModelError(error: unknown, name: string): string
}
