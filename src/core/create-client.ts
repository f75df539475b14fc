/// <reference lib="esnext.disposable" preserve="true" />
/** Creates the client of a connection. */
import type { LoggingLevel } from '../types/notifications.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import type { CallOptions } from './call-options.ts'
import type { Client } from './client.ts'
import type { ClientContext, ConnectedContext } from './context.ts'
import { ClosedError } from './errors.ts'
import { guardMethod, type Method } from './methods/guard-methods.ts'
import { listen } from './methods/listen.ts'
import { complete, getPrompt, listPrompts } from './methods/prompts.ts'
import { request } from './methods/request.ts'
import { requireCapability } from './methods/require-capability.ts'
import { listResources, listResourceTemplates, readResource } from './methods/resources.ts'
import { callTool, listTools } from './methods/tools.ts'
import type { Negotiated } from './negotiation/negotiate.ts'
import { takeSnapshot } from './negotiation/snapshot.ts'

const CALL = ['signal', 'timeout', 'maxTotalTimeout', 'onProgress', 'onLog', 'meta']
const LIST = [...CALL, 'cacheMode']
const INPUT = [...CALL, 'onResumable', 'resume', 'inputRequired']

/** The requests of a client, the position of their options among the arguments, and the names of these. */
const METHODS: Record<string, [method: Method, position: number, known: string[]]> = {
  listTools: [listTools, 0, LIST],
  callTool: [callTool, 2, [...INPUT, 'retry', 'outputSchema']],
  listResources: [listResources, 0, LIST],
  listResourceTemplates: [listResourceTemplates, 0, LIST],
  readResource: [readResource, 1, [...INPUT, 'cacheMode']],
  listPrompts: [listPrompts, 0, LIST],
  getPrompt: [getPrompt, 2, INPUT],
  complete: [complete, 1, CALL],
  setLoggingLevel: [setLoggingLevel, 1, CALL],
  request: [request, 2, INPUT],
  ping: [ping, 0, CALL],
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
  const client: Partial<Client> = {
    get server() {
      const { serverInfo: info, capabilities, instructions } = channel.current.server
      return { info, capabilities, instructions }
    },
    get connection() {
      return state.view
    },
    subscribe: state.subscribe,
    listen: (filter, options) => listen(context, filter as SubscriptionFilter, options),
    snapshot: () => takeSnapshot(context, state.view),
    close: () => (closed ??= close(false)),
    detach: () => (closed ??= close(true)),
    [asyncDispose]: () => (closed ??= close(settings.keepSession ?? !!settings.snapshot)),
  }
  for (const name in METHODS) {
    ;(client as Record<string, unknown>)[name] = guardMethod(context, name, ...METHODS[name]!)
  }
  return client as Client

  async function close(keepSession: boolean): Promise<void> {
    closingController.abort(new ClosedError('The client was closed'))
    http.close()
    state.update({ status: 'closed', listening: 'off', keepAlive: false })
    await channel.current.close(keepSession)
  }
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
