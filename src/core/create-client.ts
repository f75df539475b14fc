/// <reference lib="esnext.disposable" preserve="true" />
/** Creates the client of a connection. */
import type { CompleteRequestParams } from '../types/prompts.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import type { Client } from './client.ts'
import type { ClientContext } from './context.ts'
import { ClosedError } from './errors.ts'
import { guardMethods } from './guard-methods.ts'
import { listen } from './methods/listen.ts'
import { complete, getPrompt, listPrompts } from './methods/prompts.ts'
import { request } from './methods/request.ts'
import { requireCapability } from './methods/require-capability.ts'
import { listResources, listResourceTemplates, readResource } from './methods/resources.ts'
import { callTool, listTools } from './methods/tools.ts'
import type { Negotiated } from './negotiation/negotiate.ts'
import { takeSnapshot } from './negotiation/snapshot.ts'

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
    callTool: ((...args: Parameters<Client['callTool']>) => callTool(context, ...args)) as Client['callTool'],
    listResources: (options) => listResources(context, options),
    listResourceTemplates: (options) => listResourceTemplates(context, options),
    readResource: ((uri, options) => readResource(context, uri, options)) as Client['readResource'],
    listPrompts: (options) => listPrompts(context, options),
    getPrompt: ((name, args, options) => getPrompt(context, name, args, options)) as Client['getPrompt'],
    complete: (params, options) => complete(context, params as CompleteRequestParams, options),
    listen: (filter, options) => listen(context, filter as SubscriptionFilter, options),
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
