/// <reference lib="esnext.disposable" preserve="true" />
/** The client: all methods, and live views of the server and the connection. */

import type { InputRequired } from '../types/input-required.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { Implementation, ServerCapabilities } from '../types/lifecycle.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { CompleteRequestParams, Completion, GetPromptResult, Prompt } from '../types/prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from '../types/resources.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import type { CallToolResult, Tool } from '../types/tools.ts'
import type { Connection } from './connection-state.ts'
import type { ClientContext } from './context.ts'
import { ClosedError } from './errors.ts'
import { guardMethods } from './guard-methods.ts'
import { type ListenOptions, listen, type Subscription } from './methods/listen.ts'
import { complete, getPrompt, listPrompts } from './methods/prompts.ts'
import { request } from './methods/request.ts'
import { requireCapability } from './methods/require-capability.ts'
import { listResources, listResourceTemplates, readResource } from './methods/resources.ts'
import { callTool, listTools } from './methods/tools.ts'
import type { Negotiated } from './negotiation/negotiate.ts'
import { takeSnapshot } from './negotiation/snapshot.ts'
import type { CallOptions, Snapshot } from './options.ts'

/** How the server introduced itself. */
export interface ServerDetails {
  readonly info: Implementation | undefined
  /** Undefined if the server did not send them: it may support anything. */
  readonly capabilities: ServerCapabilities | undefined
  readonly instructions: string | undefined
}

/** The result of a call; with `inputRequired: 'return'` also what the server asks for. */
export type Outcome<Result, Options extends CallOptions> = 'inputRequired' extends keyof Options
  ? 'return' extends Options['inputRequired']
    ? Result | InputRequired
    : Result
  : Result

/** The options of a call that has none. */
type NoOptions = Record<never, never>

/** The result of a tool; with `outputSchema` its structured content has the type of that schema. */
export type ToolOutcome<Options extends CallOptions> = Outcome<
  Options extends { outputSchema: StandardSchema<infer Output> }
    ? CallToolResult & { structuredContent?: Output }
    : CallToolResult,
  Options
>

export interface Client extends AsyncDisposable {
  readonly server: ServerDetails
  readonly connection: Connection
  /** Called after each change of `connection`. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /** All tools, from all pages. Empty for a server without the capability. */
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
  /** Completions of an argument; `context.arguments` are those that are known already. */
  complete(params: CompleteRequestParams, options?: CallOptions): Promise<Completion>
  /** Changes at the server. The subscription starts at once and survives its connections. */
  listen(filter: SubscriptionFilter, options?: ListenOptions): Subscription
  /** Sets the lowest level of log messages to receive from now on. */
  setLoggingLevel(level: LoggingLevel, options?: CallOptions): Promise<void>
  /** Sends any other request, such as one of an extension. */
  request(method: string, params?: Params, options?: CallOptions): Promise<Record<string, unknown>>
  /** Resolves when the server answers. */
  ping(options?: CallOptions): Promise<void>
  /** The connection as plain JSON, for `connect(url, { snapshot })` elsewhere. It contains the session id: keep it secret. */
  snapshot(): Snapshot
  /** Ends the session. Calls in flight reject with ClosedError. */
  close(): Promise<void>
  /** Closes the client, but leaves the session open at the server. Calls in flight reject with ClosedError. */
  detach(): Promise<void>
}

export function createClient(
  clientContext: ClientContext,
  { channel, state }: Negotiated,
  closingController: AbortController,
): Client {
  const context = { ...clientContext, channel }
  const { settings, http } = context
  // An engine without `Symbol.asyncDispose` gets a private symbol: nothing can call the method there.
  const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol('asyncDispose')
  let closed: Promise<void> | undefined
  const client: Client = {
    get server() {
      const { serverInfo: info, capabilities, instructions } = channel.current.server
      return { info, capabilities, instructions }
    },
    get connection() {
      return state.view
    },
    subscribe: state.subscribe,
    listTools: (options) => listTools(context, options),
    callTool: <Options extends CallOptions>(name: string, args?: object, options?: Options) =>
      callTool(context, name, args, options) as Promise<ToolOutcome<Options>>,
    listResources: (options) => listResources(context, options),
    listResourceTemplates: (options) => listResourceTemplates(context, options),
    readResource: <Options extends CallOptions>(uri: string, options?: Options) =>
      readResource(context, uri, options) as Promise<Outcome<ReadResourceResult, Options>>,
    listPrompts: (options) => listPrompts(context, options),
    getPrompt: <Options extends CallOptions>(name: string, args?: Record<string, string>, options?: Options) =>
      getPrompt(context, name, args, options) as Promise<Outcome<GetPromptResult, Options>>,
    complete: (params, options) => complete(context, params, options),
    listen: (filter, options) => listen(context, filter, options),
    async setLoggingLevel(level, options) {
      if (!channel.current.revision.levelPerRequest) requireCapability(context, 'logging')
      await channel.current.setLoggingLevel(level, options)
    },
    request: (method, params, options) => request(context, method, params, options),
    async ping(options) {
      const method = channel.current.revision.pingMethod
      await request(context, method, undefined, options).catch((error) => {
        // The era was switched during the request, and the new one pings with another method.
        const { pingMethod } = channel.current.revision
        if (pingMethod === method) throw error
        return request(context, pingMethod, undefined, options)
      })
    },
    snapshot: () => takeSnapshot(context, state.view),
    close: () => closeOnce(false),
    detach: () => closeOnce(true),
    [asyncDispose]: () => closeOnce(settings.keepSession ?? !!settings.snapshot),
  }
  return guardMethods(client, context.closing)

  function closeOnce(keepSession: boolean): Promise<void> {
    closed ??= close(keepSession)
    return closed
  }

  async function close(keepSession: boolean): Promise<void> {
    closingController.abort(new ClosedError('The client was closed'))
    http.close()
    state.update({ status: 'closed', listening: 'off', keepAlive: false })
    await channel.current.close(keepSession)
  }
}
