/// <reference lib="esnext.disposable" preserve="true" />
/** The interface of the client: all methods, and live views of the server and the connection. */

import type { Params } from '../types/jsonrpc.ts'
import type { Implementation, ServerCapabilities } from '../types/lifecycle.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { Completion, Prompt } from '../types/prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from '../types/resources.ts'
import type { AnyServer, ResourceUri } from '../types/server.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { Tool } from '../types/tools.ts'
import type {
  CustomRequestOptions,
  InputMode,
  ListOptions,
  ReadResourceOptions,
  RequestOptions,
} from './call-options.ts'
import type { Connection } from './connection-state.ts'
import type { ListItems, ListKind, Page, PageOptions } from './methods/list-pages.ts'
import type { ListenFilter, ListenOptions, Subscription } from './methods/listen.ts'
import type { CompleteParams } from './methods/prompts.ts'
import type { Snapshot } from './resume-token.ts'
import type { CallTool, GetPrompt, Outcome } from './typed-calls.ts'

/** How the server introduced itself. */
export interface ServerDetails {
  /** Its name and version. */
  readonly info: Implementation | undefined
  /** Undefined if the server did not send them: it may support anything. */
  readonly capabilities: ServerCapabilities | undefined
  /** How to use the server, for a model. */
  readonly instructions: string | undefined
}

export type { CheckedToolResult, Outcome } from './typed-calls.ts'

/**
 * A connection to a server. Every method that awaits the server takes a `signal`, and rejects with its reason. With the
 * interface of a server that `mcp-over-fetch types` writes, names, arguments and results have its types.
 */
export interface Client<Server extends AnyServer = AnyServer> extends AsyncDisposable {
  /** How the server introduced itself last: an object that is replaced when that changes. */
  readonly server: ServerDetails
  /** The state of the connection: an object that is replaced when something changes. */
  readonly connection: Connection
  /** Called after each change of `connection` or `server`. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /**
   * All tools, from all pages. Empty for a server without the capability.
   *
   * @example
   * for (const { name, description } of await client.listTools()) console.log(name, description)
   */
  listTools(options?: ListOptions): Promise<Tool[]>
  /**
   * The result of a tool, also one that says `isError`. Throws only when there is no result. With `outputSchema` its
   * structured content is checked and has the type of that schema.
   *
   * @example
   * const result = await client.callTool('render', { scene: 'teapot' }, { signal: stop.signal })
   * console.log(result.isError ? 'it failed' : result.content)
   */
  callTool: CallTool<Server>
  /** All resources, from all pages. Empty for a server without the capability. */
  listResources(options?: ListOptions): Promise<Resource[]>
  /** All resource templates, from all pages. Empty for a server without the capability. */
  listResourceTemplates(options?: ListOptions): Promise<ResourceTemplate[]>
  /**
   * The contents of a resource.
   *
   * @example
   * const { contents } = await client.readResource('file:///notes.txt')
   */
  readResource<Mode extends InputMode = 'handle'>(
    uri: ResourceUri<Server>,
    options?: ReadResourceOptions<Mode>,
  ): Promise<Outcome<ReadResourceResult, Mode>>
  /** All prompts, from all pages. Empty for a server without the capability. */
  listPrompts(options?: ListOptions): Promise<Prompt[]>
  /**
   * A prompt, filled in with these arguments.
   *
   * @example
   * const { messages } = await client.getPrompt('greet', { name: 'Ada' })
   */
  getPrompt: GetPrompt<Server>
  /**
   * Completions of an argument; `context.arguments` are those that are known already.
   *
   * @example
   * const ref = { type: 'ref/prompt', name: 'greet' } as const
   * const { values } = await client.complete({ ref, argument: { name: 'name', value: 'A' } })
   */
  complete(params: CompleteParams, options?: RequestOptions): Promise<Completion>
  /**
   * One page of a list, for a program that shows pages or keeps its own place in the list.
   *
   * @example
   * const { items, nextCursor } = await client.listPage('tools')
   */
  listPage<Kind extends ListKind>(kind: Kind, options?: PageOptions): Promise<Page<ListItems[Kind]>>
  /**
   * The pages of a list, each requested when the loop asks for it. Leaving the loop aborts the request.
   *
   * @example
   * for await (const { items } of client.listPages('resources')) {
   *   if (items.some(({ name }) => name === 'notes')) break
   * }
   */
  listPages<Kind extends ListKind>(kind: Kind, options?: PageOptions): AsyncIterableIterator<Page<ListItems[Kind]>>
  /**
   * Changes at the server. The subscription starts at once and survives its connections.
   *
   * @example
   * for await (const change of client.listen({ toolsListChanged: true })) {
   *   if (change.type === 'tools') console.log(await client.listTools())
   * }
   */
  listen(filter: ListenFilter, options?: ListenOptions): Subscription
  /** Sets the lowest level of log messages to receive from now on. */
  setLoggingLevel(level: LoggingLevel, options?: RequestOptions): Promise<void>
  /**
   * Sends any other request, such as one of an extension. With `resultSchema` the result is checked and has the type of
   * that schema.
   */
  request<Result>(
    method: string,
    params: Params | undefined,
    options: CustomRequestOptions & { resultSchema: StandardSchema<Result> },
  ): Promise<Result>
  /** Sends any other request, such as one of an extension. */
  request(method: string, params?: Params, options?: CustomRequestOptions): Promise<Record<string, unknown>>
  /** Sends a notification. Rejects with CapabilityError where clients send none, as in 2026-07-28. */
  notify(method: string, params?: Params, options?: RequestOptions): Promise<void>
  /** Tells the server that `handlers.roots` would answer differently now. In 2026-07-28 servers ask when they need it. */
  rootsChanged(options?: RequestOptions): Promise<void>
  /** Resolves when the server answers. */
  ping(options?: RequestOptions): Promise<void>
  /**
   * The connection as plain JSON, for `connect(url, { snapshot })` elsewhere. It contains the session id: keep it secret.
   *
   * @example
   * const saved = JSON.stringify(client.snapshot())
   */
  snapshot(): Snapshot
  /** Ends the session. Calls in flight reject with ClosedError. */
  close(): Promise<void>
  /** Closes the client, but leaves the session open at the server. Calls in flight reject with ClosedError. */
  detach(): Promise<void>
}
