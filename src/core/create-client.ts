/// <reference lib="esnext.disposable" preserve="true" />
/** Creates the client of a connection. */
import type { LoggingLevel } from '../types/notifications.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import type {
  CallOptions,
  CallToolOptions,
  CustomRequestOptions,
  GetPromptOptions,
  ListOptions,
  ReadResourceOptions,
  RequestOptions,
} from './call-options.ts'
import type { Client } from './client.ts'
import type { ClientContext, ConnectedContext } from './context.ts'
import { ClosedError } from './errors.ts'
import { checkCall, type GuardedMethod, guardMethod, type Method } from './methods/guard-methods.ts'
import { type ListKind, listPage, type PageOptions } from './methods/list-page.ts'
import { listAllPages, listPages } from './methods/list-pages.ts'
import { listen } from './methods/listen.ts'
import { notify, rootsChanged } from './methods/notify.ts'
import { complete, getPrompt } from './methods/prompts.ts'
import { request } from './methods/request.ts'
import { requireCapability } from './methods/require-capability.ts'
import { readResource } from './methods/resources.ts'
import { callTool } from './methods/tools.ts'
import type { Negotiated } from './negotiation/negotiate.ts'
import { takeSnapshot } from './negotiation/snapshot.ts'

type Known<Options> = Record<keyof Options, 1>

// The types demand that every option is known.
const REQUEST: Known<RequestOptions> = { signal: 1, timeout: 1, maxTotalTimeout: 1, meta: 1 }
const LIST: Known<ListOptions> = { ...REQUEST, cacheMode: 1 }
const PAGE: Known<PageOptions> = { ...LIST, cursor: 1 }
const PROMPT: Known<GetPromptOptions> = { ...REQUEST, onProgress: 1, onLog: 1, inputRequired: 1, resume: 1 }
const RESOURCE: Known<ReadResourceOptions> = { ...PROMPT, cacheMode: 1 }
const CUSTOM: Known<CustomRequestOptions> = { ...REQUEST, onProgress: 1, onLog: 1, onResumable: 1, resume: 1 }
const TOOL: Known<CallToolOptions> = { ...PROMPT, onResumable: 1, retry: 1, outputSchema: 1 }

/** The requests of a client. */
const METHODS = {
  listTools: [listAll('tools'), 0, LIST],
  callTool: [callTool, 2, TOOL, 'name, args'],
  listResources: [listAll('resources'), 0, LIST],
  listResourceTemplates: [listAll('resourceTemplates'), 0, LIST],
  readResource: [readResource, 1, RESOURCE, 'uri'],
  listPrompts: [listAll('prompts'), 0, LIST],
  listPage: [listPage, 1, PAGE],
  getPrompt: [getPrompt, 2, PROMPT, 'name, args'],
  complete: [complete, 1, REQUEST],
  setLoggingLevel: [setLoggingLevel, 1, REQUEST],
  request: [request, 2, CUSTOM, 'method, params'],
  ping: [ping, 0, REQUEST],
  notify: [notify, 2, REQUEST, 'method, params'],
  rootsChanged: [rootsChanged, 0, REQUEST],
} satisfies Record<string, GuardedMethod>

/** The member of a client that its getters read. It is not enumerable, so that nothing shows or copies it. */
const SOURCES: unique symbol = Symbol()

interface Sources {
  [SOURCES]: Negotiated
}

/** All clients share these getters: an object with getters of its own is a hash table, which takes a kilobyte more. */
const VIEWS = {
  server: {
    enumerable: true,
    get(this: Sources) {
      const { serverInfo: info, capabilities, instructions } = this[SOURCES].channel.current.server
      return { info, capabilities, instructions }
    },
  },
  connection: {
    enumerable: true,
    get(this: Sources) {
      return this[SOURCES].state.view
    },
  },
}

export function createClient(
  clientContext: ClientContext,
  { channel, state }: Negotiated,
  closingController: AbortController,
): Client {
  const context = { ...clientContext, channel }
  const { settings, http } = context
  // An engine without `Symbol.asyncDispose` gets a private symbol: nothing can call the method there.
  const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol()
  let closed: Promise<void> | undefined
  const client: Omit<Client, keyof typeof VIEWS | keyof typeof METHODS> = {
    subscribe: state.subscribe,
    listen: (filter, options) => listen(context, filter as SubscriptionFilter, options),
    listPages(kind, options = {}) {
      checkCall('listPages', options, PAGE, context.closing)
      const numbered = { ...context, call: ++context.activity.lastCall }
      return listPages(numbered, kind, options, undefined, undefined, new Error())
    },
    snapshot: () => takeSnapshot(context, state.view),
    close: () => (closed ??= close(false)),
    detach: () => (closed ??= close(true)),
    [asyncDispose]: () => (closed ??= close(settings.keepSession ?? !!settings.snapshot)),
  }
  // Bound, since a bound function takes half the memory of a closure.
  for (const [name, method] of Object.entries(METHODS)) {
    Object.assign(client, { [name]: guardMethod.bind(undefined, context, name, method) })
  }
  Object.defineProperty(client, SOURCES, { value: { channel, state } })
  return Object.defineProperties(client, VIEWS) as Client

  async function close(keepSession: boolean): Promise<void> {
    closingController.abort(new ClosedError('The client was closed'))
    http.close()
    state.update({ status: 'closed', listening: 'off', keepAlive: false })
    await channel.current.close(keepSession)
  }
}

function listAll(kind: ListKind): Method {
  return (context: ConnectedContext, options?: CallOptions) => listAllPages(context, kind, options)
}

async function setLoggingLevel(context: ConnectedContext, level: LoggingLevel, options?: CallOptions): Promise<void> {
  const { current } = context.channel
  if (!current.revision.levelPerRequest) requireCapability(context, 'logging')
  await current.setLoggingLevel(level, options)
}

async function ping(context: ConnectedContext, options?: CallOptions): Promise<void> {
  const method = context.channel.current.revision.pingMethod
  await request(context, method, undefined, options).catch((error) => {
    // The era was switched during the request, and the new one pings with another method.
    const { pingMethod } = context.channel.current.revision
    if (pingMethod === method) throw error
    return request(context, pingMethod, undefined, options)
  })
}
