/// <reference lib="esnext.disposable" preserve="true" />
/** The client of a connection: checks the arguments of each method, and passes them to the request of that name. */
import type { Params } from '../types/jsonrpc.ts'
import type { InitializeResult } from '../types/lifecycle.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { CompleteRequestParams, Completion, GetPromptResult, Prompt } from '../types/prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from '../types/resources.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import type { CallToolResult, Tool, ToolArguments } from '../types/tools.ts'
import type {
  CallToolOptions,
  CustomRequestOptions,
  GetPromptOptions,
  InputMode,
  ListOptions,
  ReadResourceOptions,
  RequestOptions,
} from './call-options.ts'
import type { CheckedToolResult, Client, Outcome, ServerDetails } from './client.ts'
import type { Connection } from './connection-state.ts'
import type { ConnectedContext } from './context.ts'
import { ClosedError } from './errors.ts'
import { checkCall, explainForeignRequest, hasAsyncLines } from './methods/check-call.ts'
import { customRequest, ping } from './methods/custom-request.ts'
import {
  type ListItems,
  type ListKind,
  listAllPages,
  listPage,
  listPages,
  type Page,
  type PageOptions,
} from './methods/list-pages.ts'
import { type ListenOptions, listen, type Subscription } from './methods/listen.ts'
import { notify, rootsChanged, setLoggingLevel } from './methods/notify.ts'
import { complete, getPrompt } from './methods/prompts.ts'
import type { MaybeInputRequired } from './methods/request.ts'
import { readResource } from './methods/resources.ts'
import { callTool } from './methods/tools.ts'
import type { Negotiated } from './negotiation/negotiate.ts'
import { takeSnapshot } from './negotiation/snapshot.ts'
import type { Snapshot } from './resume-token.ts'
import { addCallerLine } from './util/caller-line.ts'
import type { MadeBy, Requests, RunArguments, Wiring } from './wiring.ts'

type Known<Options> = Record<keyof Options, 1>

// The types demand that every option is known.
const REQUEST: Known<RequestOptions> = { signal: 1, timeout: 1, maxTotalTimeout: 1, meta: 1 }
const LIST: Known<ListOptions> = { ...REQUEST, cacheMode: 1 }
const PAGE: Known<PageOptions> = { ...LIST, cursor: 1 }
const PROMPT: Known<GetPromptOptions> = { ...REQUEST, onProgress: 1, onLog: 1, inputRequired: 1, resume: 1 }
const RESOURCE: Known<ReadResourceOptions> = { ...PROMPT, cacheMode: 1 }
const CUSTOM: Known<CustomRequestOptions> = {
  ...REQUEST,
  onProgress: 1,
  onLog: 1,
  onResumable: 1,
  resume: 1,
  resultSchema: 1,
}
const TOOL: Known<CallToolOptions> = { ...PROMPT, onResumable: 1, retry: 1, outputSchema: 1 }
const LISTEN: Known<ListenOptions> = { signal: 1, reopen: 1 }

/**
 * Calls of a client whose caller is remembered by an error that is created before the call. That takes a twentieth of the
 * time of a call, so that later ones rely on the engine: it adds the lines of callers that await.
 */
const MAX_CAPTURED = 100

const details = new WeakMap<InitializeResult, ServerDetails>()

interface ClientParts extends Pick<Negotiated, 'state'> {
  context: ConnectedContext
  /** Aborted when the client is closed. */
  closing: AbortController
}

/** What `connect()` returns. Applications know it as `Client`. */
export class McpClient implements Client, Wiring {
  readonly #context: ConnectedContext
  readonly #state: Negotiated['state']
  readonly #closing: AbortController
  #closed: Promise<void> | undefined

  constructor({ context, state, closing }: ClientParts) {
    this.#context = context
    this.#state = state
    this.#closing = closing
  }

  get server(): ServerDetails {
    const introduction = this.#context.channel.current.server
    const { serverInfo: info, capabilities, instructions } = introduction
    // The same object until the server introduces itself in another way.
    const known = details.get(introduction) ?? Object.freeze({ info, capabilities, instructions })
    details.set(introduction, known)
    return known
  }

  get connection(): Connection {
    return this.#state.view
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener)
  }

  listTools(options?: ListOptions): MadeBy<'listTools', Tool[]> {
    return this.#run('listTools', LIST, options, listAllPages<'tools'>, 'tools', options)
  }

  callTool<Output, Mode extends InputMode = 'handle'>(
    name: string,
    args: ToolArguments | undefined,
    options: CallToolOptions<Mode> & { outputSchema: StandardSchema<Output> },
  ): MadeBy<'callTool', Outcome<CheckedToolResult<Output>, Mode>>
  callTool<Mode extends InputMode = 'handle'>(
    name: string,
    args?: ToolArguments,
    options?: CallToolOptions<Mode>,
  ): MadeBy<'callTool', Outcome<CallToolResult, Mode>>
  callTool(name: string, args?: ToolArguments, options?: CallToolOptions<InputMode>): MadeBy<'callTool', unknown> {
    return this.#run('callTool', TOOL, options, callTool, name, args, options)
  }

  listResources(options?: ListOptions): MadeBy<'listResources', Resource[]> {
    return this.#run('listResources', LIST, options, listAllPages<'resources'>, 'resources', options)
  }

  listResourceTemplates(options?: ListOptions): MadeBy<'listResourceTemplates', ResourceTemplate[]> {
    const list = 'resourceTemplates'
    return this.#run('listResourceTemplates', LIST, options, listAllPages<typeof list>, list, options)
  }

  readResource<Mode extends InputMode = 'handle'>(
    uri: string,
    options?: ReadResourceOptions<Mode>,
  ): MadeBy<'readResource', Outcome<ReadResourceResult, Mode>> {
    return asOutcome(this.#run('readResource', RESOURCE, options, readResource, uri, options))
  }

  listPrompts(options?: ListOptions): MadeBy<'listPrompts', Prompt[]> {
    return this.#run('listPrompts', LIST, options, listAllPages<'prompts'>, 'prompts', options)
  }

  getPrompt<Mode extends InputMode = 'handle'>(
    name: string,
    args?: Record<string, string>,
    options?: GetPromptOptions<Mode>,
  ): MadeBy<'getPrompt', Outcome<GetPromptResult, Mode>> {
    return asOutcome(this.#run('getPrompt', PROMPT, options, getPrompt, name, args, options))
  }

  complete(params: CompleteRequestParams, options?: RequestOptions): MadeBy<'complete', Completion> {
    return this.#run('complete', REQUEST, options, complete, params, options)
  }

  listPage<Kind extends ListKind>(kind: Kind, options?: PageOptions): MadeBy<'listPage', Page<ListItems[Kind]>> {
    return this.#run('listPage', PAGE, options, listPage, kind, options) as MadeBy<'listPage', Page<ListItems[Kind]>>
  }

  listPages<Kind extends ListKind>(
    kind: Kind,
    options: PageOptions = {},
  ): AsyncIterableIterator<Page<ListItems[Kind]>> {
    const caller = new Error()
    checkCall('listPages', options, PAGE, this.#closing.signal)
    return listPages(this.#context, this.#nextCall(), kind, options, { caller })
  }

  listen(filter: SubscriptionFilter, options: ListenOptions = {}): Subscription {
    const caller = new Error()
    checkCall('listen', options, LISTEN, this.#closing.signal)
    return listen(this.#context, filter, options, caller)
  }

  setLoggingLevel(level: LoggingLevel, options?: RequestOptions): MadeBy<'setLoggingLevel', void> {
    return this.#run('setLoggingLevel', REQUEST, options, setLoggingLevel, level, options)
  }

  request<Result>(
    method: string,
    params: Params | undefined,
    options: CustomRequestOptions & { resultSchema: StandardSchema<Result> },
  ): MadeBy<'request', Result>
  request(method: string, params?: Params, options?: CustomRequestOptions): MadeBy<'request', Record<string, unknown>>
  request(method: string, params?: Params, options?: CustomRequestOptions): MadeBy<'request', unknown> {
    return this.#run('request', CUSTOM, options, customRequest, method, params, options)
  }

  notify(method: string, params?: Params, options?: RequestOptions): MadeBy<'notify', void> {
    return this.#run('notify', REQUEST, options, notify, method, params, options)
  }

  rootsChanged(options?: RequestOptions): MadeBy<'rootsChanged', void> {
    return this.#run('rootsChanged', REQUEST, options, rootsChanged, options)
  }

  ping(options?: RequestOptions): MadeBy<'ping', void> {
    return this.#run('ping', REQUEST, options, ping, options)
  }

  snapshot(): Snapshot {
    return takeSnapshot(this.#context)
  }

  close(): Promise<void> {
    return this.#close(false)
  }

  detach(): Promise<void> {
    return this.#close(true)
  }

  [Symbol.asyncDispose](): Promise<void> {
    const { keepSession, snapshot } = this.#context.settings
    return this.#close(keepSession ?? !!snapshot)
  }

  /** Checks the options, and shows in errors who called. */
  #run<Name extends keyof Requests, Args extends unknown[], Result>(
    ...run: RunArguments<Name, Args, Result>
  ): MadeBy<Name, Result>
  async #run(
    name: string,
    known: object,
    options: object | undefined,
    request: (context: ConnectedContext, call: number, ...args: unknown[]) => Promise<unknown>,
    ...args: unknown[]
  ): Promise<unknown> {
    const { lastCall } = this.#context.activity
    const caller = lastCall < MAX_CAPTURED || !hasAsyncLines() ? new Error() : undefined
    checkCall(name, options, known, this.#closing.signal)
    try {
      return await request(this.#context, this.#nextCall(), ...args)
    } catch (error) {
      throw addCallerLine(explainForeignRequest(name, error), caller ?? new Error(), this.#context.settings.fetch)
    }
  }

  #nextCall(): number {
    return ++this.#context.activity.lastCall
  }

  #close(keepSession: boolean): Promise<void> {
    this.#closed ??= this.#end(keepSession)
    return this.#closed
  }

  async #end(keepSession: boolean): Promise<void> {
    /** Milliseconds that a store may take. */
    const maxWriteTime = 2_000
    const { http, channel, writes } = this.#context
    this.#closing.abort(new ClosedError('The client was closed'))
    http.close()
    this.#state.update({ status: 'closed', listening: 'off', keepAlive: false })
    await Promise.all([channel.current.close(keepSession), writes.settled(maxWriteTime)])
  }
}

/** Only calls with the mode `return` have another outcome than a result. */
function asOutcome<Name, Result, Mode extends InputMode>(
  outcome: MadeBy<Name, MaybeInputRequired<Result>>,
): MadeBy<Name, Outcome<Result, Mode>> {
  return outcome as MadeBy<Name, Outcome<Result, Mode>>
}
