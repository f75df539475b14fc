/// <reference lib="esnext.disposable" preserve="true" />
/** The client: every verb, and live views of the server and the connection. */

import type { InputRequired } from '../types/input-required.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { Implementation, ServerCapabilities } from '../types/lifecycle.ts'
import type { LogLevel } from '../types/notifications.ts'
import type { Completion, CompletionReference, GetPromptResult, Prompt } from '../types/prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from '../types/resources.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import type { CallToolResult, Tool } from '../types/tools.ts'
import type { Connection } from './connection-state.ts'
import { ClosedError } from './errors.ts'
import type { Shared } from './legacy/handshake.ts'
import { declares } from './methods/capability.ts'
import { type Listening, type ListenOptions, listen } from './methods/listen.ts'
import { complete, getPrompt, listPrompts } from './methods/prompts.ts'
import { request } from './methods/request.ts'
import { listResources, listResourceTemplates, readResource } from './methods/resources.ts'
import { callTool, listTools } from './methods/tools.ts'
import { findMirrored } from './modern/param-headers.ts'
import type { Agreement } from './negotiation/negotiate.ts'
import type { CallOptions, Snapshot } from './options.ts'

/** What the server says of itself. */
export interface ServerView {
  readonly info: Implementation | undefined
  /** Undefined when the server did not say. */
  readonly capabilities: ServerCapabilities | undefined
  readonly instructions: string | undefined
}

/** What a call ends with: also a question, if the options ask for it. */
export type Outcome<Result, Options extends CallOptions> = 'onInputRequired' extends keyof Options
  ? 'return' extends Options['onInputRequired']
    ? Result | InputRequired
    : Result
  : Result

/** Of a call without any. */
type NoOptions = Record<never, never>

/** With `output`, the structured content has its type. */
export type ToolOutcome<Options extends CallOptions> = Outcome<
  Options extends { output: StandardSchema<infer Output> }
    ? CallToolResult & { structuredContent?: Output }
    : CallToolResult,
  Options
>

export interface Client extends AsyncDisposable {
  readonly server: ServerView
  readonly connection: Connection
  /** Called after each change of `connection`. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /** All tools, from all pages. A server without the capability gives none. */
  listTools(options?: CallOptions): Promise<Tool[]>
  /** The result of a tool, also one that says `isError`. Throws only when there is no result. */
  callTool<const Options extends CallOptions = NoOptions>(
    name: string,
    args?: object,
    options?: Options & CallOptions,
  ): Promise<ToolOutcome<Options>>
  listResources(options?: CallOptions): Promise<Resource[]>
  listResourceTemplates(options?: CallOptions): Promise<ResourceTemplate[]>
  readResource<const Options extends CallOptions = NoOptions>(
    uri: string,
    options?: Options & CallOptions,
  ): Promise<Outcome<ReadResourceResult, Options>>
  listPrompts(options?: CallOptions): Promise<Prompt[]>
  getPrompt<const Options extends CallOptions = NoOptions>(
    name: string,
    args?: Record<string, string>,
    options?: Options & CallOptions,
  ): Promise<Outcome<GetPromptResult, Options>>
  /** Proposals for an argument; `context` are the arguments that are known already. */
  complete(
    ref: CompletionReference,
    argument: { name: string; value: string },
    context?: Record<string, string>,
    options?: CallOptions,
  ): Promise<Completion>
  /** Changes at the server, as they come. It begins at once and outlives its connections. */
  listen(filter: SubscriptionFilter, options?: ListenOptions): Listening
  /** The least important log messages that are wanted from now on. */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>
  /** Any other request, such as one of an extension. */
  request(method: string, params?: Params, options?: CallOptions): Promise<Record<string, unknown>>
  /** Asks the server for a sign of life. */
  ping(options?: CallOptions): Promise<void>
  /** The connection as plain JSON, for `connect(url, { snapshot })` elsewhere. It holds the session id: keep it secret. */
  snapshot(): Snapshot
  /** Ends the session. Calls in flight reject with ClosedError. */
  close(): Promise<void>
  /** Lets go of everything here, but leaves the session at the server. Calls in flight reject with ClosedError. */
  detach(): Promise<void>
}

export function createClient(shared: Shared, { era, state }: Agreement, closing: AbortController): Client {
  const caller = { ...shared, era }
  const { url, settings, drains } = shared.wire
  let closed: Promise<void> | undefined

  const client: Omit<Client, typeof Symbol.asyncDispose> = {
    get server() {
      const { serverInfo: info, capabilities, instructions } = era.server
      return { info, capabilities, instructions }
    },
    get connection() {
      return state.view
    },
    subscribe: state.subscribe,
    listTools: (options) => listTools(caller, options),
    callTool: (name, args, options) => callTool(caller, name, args, options) as never,
    listResources: (options) => listResources(caller, options),
    listResourceTemplates: (options) => listResourceTemplates(caller, options),
    readResource: (uri, options) => readResource(caller, uri, options) as never,
    listPrompts: (options) => listPrompts(caller, options),
    getPrompt: (name, args, options) => getPrompt(caller, name, args, options) as never,
    complete: (ref, argument, context, options) => complete(caller, ref, argument, context, options),
    listen: (filter, options) => listen(caller, filter, options),
    async setLogLevel(level, options) {
      declares(caller, 'logging', !era.caching)
      await era.setLogLevel(level, options)
    },
    request: (method, params, options) => request(caller, method, params, options),
    async ping(options) {
      const method = era.ping
      await request(caller, method, undefined, options).catch((error) => {
        // The server turned out to speak another era, where this is another request.
        if (era.ping === method) throw error
        return request(caller, era.ping, undefined, options)
      })
    },
    snapshot() {
      const { session, server } = era
      const { transport, era: name } = state.view
      // Only what a header repeats: the rest can be listed again.
      const tools = [...shared.tools.values()].filter(({ inputSchema }) => {
        const mirrored = findMirrored(inputSchema)
        return typeof mirrored !== 'string' && mirrored.length
      })
      return JSON.parse(JSON.stringify({ version: 1, url, transport, era: name, session, server, tools }))
    },
    close: () => end(false),
    detach: () => end(true),
  }
  // Where the runtime has it.
  const dispose = Symbol.asyncDispose as typeof Symbol.asyncDispose | undefined
  return Object.assign(
    client,
    dispose && { [dispose]: () => end(settings.keepSession ?? !!settings.snapshot) },
  ) as Client

  function end(keep: boolean): Promise<void> {
    closed ??= finish(keep)
    return closed
  }

  async function finish(keep: boolean): Promise<void> {
    closing.abort(new ClosedError('The client was closed during the call'))
    drains.close()
    state.update({ status: 'closed', listening: 'off', keepAlive: false })
    await era.close(keep)
  }
}
