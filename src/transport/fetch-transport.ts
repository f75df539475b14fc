/** `fetchTransport()`: the transport of other SDKs over our client. The host's messages become calls, and back. */
import { METHOD_NOT_FOUND } from '../core/error-codes.ts'
import { ClosedError, InvalidMessageError, RpcError } from '../core/errors.ts'
import type { Client, Connect, CustomRequestOptions, ResumeToken } from '../core/index.ts'
import { abortError } from '../core/util/abort-error.ts'
import { isObject } from '../core/util/is-object.ts'
import { onAbort } from '../core/util/on-abort.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { Params } from '../types/jsonrpc.ts'
import { TransportError } from './errors.ts'
import { connectOptions, initializeResult } from './handshake.ts'
import { createHost } from './host.ts'
import { runRequest } from './requests.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'
import type { FetchTransport, FetchTransportOptions, TransportMessage, TransportSendOptions } from './types.ts'

/** The type of `fetchTransport()`. */
export type CreateTransport = (url: string | URL, options?: FetchTransportOptions) => FetchTransport

interface Opened {
  client: Client
  subscriptions: Subscriptions
}

/** `connect` is that of the client, which tests replace to own the time. */
export function createFetchTransport(connect: Connect): CreateTransport {
  return (url, options = {}) => {
    const closing = new AbortController()
    /** The requests of the host that are not answered yet, by id. */
    const running = new Map<unknown, AbortController>()
    let isStarted = false
    let opening: Promise<Opened> | undefined
    let client: Client | undefined
    /** The host or the application set a level, without which servers of 2026-07-28 send no log messages. */
    let hasLevel = !!options.loggingLevel
    let accepted: readonly string[] | undefined
    const transport: FetchTransport = {
      get sessionId() {
        return client?.snapshot().session?.['mcp-session-id']
      },
      async start() {
        checkOpen('start')
        if (isStarted) throw wrongUse('start: another client uses this transport; make one for each')
        isStarted = true
      },
      async send(message, sendOptions = {}) {
        checkOpen('send')
        if (!isStarted) throw wrongUse('send: the transport is not started')
        try {
          await handle(message, sendOptions)
        } catch (error) {
          if (!closing.signal.aborted) host.report(error)
          throw error
        }
      },
      async close() {
        if (closing.signal.aborted) return
        closing.abort(new ClosedError('The transport was closed'))
        // Before the calls reject, so that the host knows why.
        runSafely(() => transport.onclose?.(), host.report)
        await (options.keepSession ? client?.detach() : client?.close())
      },
      setProtocolVersion() {},
      setSupportedProtocolVersions(versions) {
        accepted = versions
      },
    }
    const host = createHost(transport)
    return transport

    function checkOpen(what: string): void {
      if (!closing.signal.aborted) return
      throw new ClosedError(`${what}: the transport is closed`, { delivery: 'not-executed' })
    }

    async function handle(message: TransportMessage, sendOptions: TransportSendOptions): Promise<void> {
      if (!isMessage(message)) {
        throw new InvalidMessageError('send: expected a JSON-RPC 2.0 message', { delivery: 'not-executed' })
      }
      const { id, method, params = {} } = message as TransportMessage & { params?: Params }
      if (method === undefined) host.settle(message)
      else if (id === undefined) await handleNotification(method, params)
      else if (running.has(id)) throw wrongUse(`send: the request ${id} is not answered yet`)
      else await handleRequest(id as string, method, params, sendOptions)
    }

    async function handleNotification(method: string, params: Params): Promise<void> {
      if (method === 'notifications/cancelled') running.get(params.requestId)?.abort(abortError(`${params.reason}`))
      else if (method !== 'notifications/initialized') {
        const { client } = await open({})
        // Servers of 2026-07-28 ask when they need to know.
        const isNeedless = /^notifications\/(progress|roots\/list_changed)$/.test(method)
        if (!isNeedless || client.connection.era !== 'modern') await client.notify(method, params)
      }
    }

    /** Delivers the answer. Rejects if there is none, unless the host gave up the request. */
    async function handleRequest(
      id: string | number,
      method: string,
      params: Params,
      sendOptions: TransportSendOptions,
    ): Promise<void> {
      const controller = new AbortController()
      const outer = sendOptions.signal ?? sendOptions.requestSignal
      const abort = () => controller.abort(outer?.reason)
      const release = outer && onAbort(outer, abort)
      if (outer?.aborted) abort()
      running.set(id, controller)
      try {
        const result = await run(method, params, requestOptions(params, controller.signal, sendOptions))
        if (!controller.signal.aborted) host.deliver({ id, result })
      } catch (error) {
        if (controller.signal.aborted) return
        // A status that asks for authorization is for the application, like any other failure to get an answer.
        if (!(error instanceof RpcError) || error.status === 401) throw error
        const { rpcCode: code, rpcMessage: message, data } = error
        host.deliver({ id, error: { code, message, ...(data !== undefined && { data }) } })
      } finally {
        running.delete(id)
        release?.()
      }
    }

    async function run(method: string, params: Params, callOptions: CustomRequestOptions): Promise<object> {
      // A host that could speak 2026-07-28 itself goes on with a handshake, and all is translated for it.
      if (method === 'server/discover')
        throw new RpcError(method, { code: METHOD_NOT_FOUND, message: 'Method not found' })
      const isHandshake = method === 'initialize'
      const { client, subscriptions } = await open(isHandshake ? params : {})
      if (isHandshake) return initializeResult(client, params.protocolVersion, accepted)
      if (method === 'resources/subscribe') return subscriptions.subscribe(`${params.uri}`)
      if (method === 'resources/unsubscribe') return subscriptions.unsubscribe(`${params.uri}`)
      if (method === 'logging/setLevel') hasLevel = true
      else if (hasLevel || client.connection.era === 'legacy') {
        callOptions.onLog = (params) => host.notify('notifications/message', { ...params })
      }
      return runRequest(client, method, params, callOptions)
    }

    function requestOptions(
      { _meta }: Params,
      signal: AbortSignal,
      { resumptionToken, onresumptiontoken }: TransportSendOptions,
    ): CustomRequestOptions {
      const { progressToken } = (_meta ?? {}) as Params
      return {
        signal,
        ...(progressToken !== undefined && {
          onProgress: (progress) => host.notify('notifications/progress', { ...progress, progressToken }),
        }),
        ...(onresumptiontoken && { onResumable: (token) => onresumptiontoken(JSON.stringify(token)) }),
        ...(resumptionToken !== undefined && { resume: readToken(resumptionToken) }),
      }
    }

    /** Connects once: at the handshake, or at the first request of a host that skips it. After a failure, again. */
    function open(params: Params): Promise<Opened> {
      opening ??= connectFor(params).catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    }

    async function connectFor(params: Params): Promise<Opened> {
      const { signal } = closing
      const onNotification = (method: string, params: Params) => {
        // Of a request of the server: the host, which knows it by another id, is told when its signal aborts.
        if (method !== 'notifications/cancelled') host.notify(method, params)
      }
      client = await connect(url, { ...connectOptions(options, params, host.ask), onNotification, signal })
      // Closed while the client was being created.
      if (signal.aborted) await client.close()
      signal.throwIfAborted()
      const subscriptions = createSubscriptions(client, host)
      void subscriptions.followLists()
      return { client, subscriptions }
    }
  }
}

function wrongUse(message: string): TransportError {
  return new TransportError(message, { delivery: 'not-executed' })
}

/** Whether the host's message is a request, a notification or a response. */
function isMessage(message: unknown): boolean {
  const { jsonrpc, id = '', method, params = {}, result, error } = isObject(message) ? message : {}
  if (jsonrpc !== '2.0' || !/string|number/.test(typeof id)) return false
  if (typeof method === 'string') return isObject(params)
  const { code, message: text } = (error ?? {}) as Params
  return id !== '' && (isObject(result) || (Number.isInteger(code) && typeof text === 'string'))
}

/** Tokens are text for hosts. */
function readToken(text: string): ResumeToken {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUse('send: the resumption token is not one of this transport')
  }
}
