/**
 * Sends a request until it is answered, and decides when it is sent again: only where a row of RECOVERIES says so, each at
 * most once for each request. Besides:
 * - Below, http/http-client.ts follows redirects, and after a 401 asks a `headers` function once more. That is no row here,
 *   since it is for any HTTP request: a GET that resumes a stream may outlive a token too. A `fetch` of the application may
 *   do likewise.
 * - Streams are opened again by a GET, which never runs a call: sse/resume.ts after a break, sse/extra-stream.ts beside a
 *   silent one, sse/keep-listening.ts to listen on.
 * - Subscriptions are sent again, which changes nothing at the server: modern/listen-modern.ts when one breaks,
 *   methods/listen.ts with `reopen`, negotiation/era-switch.ts in the new era, legacy/listen-legacy.ts in a new session.
 * - A new session begins with a handshake, repeated until one works (`#openNext` in legacy/session-replacement.ts), and with
 *   the log level (`restoreLogLevel` in legacy/legacy-era.ts).
 * - Above, a round with the input that the server asked for is a request of its own (methods/request.ts), and so are a list
 *   that starts again from its first page (methods/list-pages.ts) and a call with repaired arguments (mcp-over-fetch/tools).
 * - Before a connection, negotiation/probe.ts asks again which server it is, negotiation/transport-fallback.ts tries another
 *   transport, and legacy/handshake.ts offers another version.
 */
import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse, Params, RequestId } from '../../types/jsonrpc.ts'
import { type CallOptions, streamTokenOf } from '../call-options.ts'
import { CallScope, type ScopeOptions } from '../call-scope.ts'
import { HEADER_MISMATCH } from '../error-codes.ts'
import {
  ClosedError,
  ConnectionError,
  type Delivery,
  type HttpError,
  InvalidMessageError,
  isMcpError,
  RpcError,
  toSessionLost,
} from '../errors.ts'
import { waitBeforeRetry } from '../http/post-message.ts'
import { checkNumber } from '../resolve-options.ts'
import type { Messages } from '../sse/messages.ts'
import { abortError } from '../util/abort-error.ts'
import { delay } from '../util/delay.ts'
import { isAnswer } from '../validation/json-rpc.ts'
import type { CallContext } from './call-context.ts'
import type { Channel, Sender } from './channel.ts'
import type { Reply } from './handler-queue.ts'
import { createMessageRouter, withMeta } from './route-messages.ts'

type Result = Record<string, unknown>

/** A request, without what differs from one attempt to the next. */
export interface Outgoing {
  /** Looked up before each attempt. */
  readonly method: string
  params?: Params | undefined
  options?: CallOptions | undefined
  /** The number of the call, for events. */
  call?: number | undefined
  /** Milliseconds of `maxTotalTimeout` that earlier rounds of the same call took. */
  spent?: number
  tool?: CalledTool
  /** The id of the last attempt. */
  id?: RequestId
}

/** What decides whether a call of a tool may be sent again. */
export interface CalledTool {
  /** It may run twice: it is read-only or idempotent, and the caller wants `retry: 'safe'`. */
  mayRunTwice(): boolean
  /** Reads its definition again. Resolves with whether that worked. */
  refresh(): Promise<boolean>
}

/** A failed attempt. */
interface Failure {
  error: unknown
  context: CallContext
  sender: Sender
  scope: CallScope
  outgoing?: Outgoing | undefined
}

/** A way to go on after a failed attempt. */
interface Recovery {
  applies(failure: Failure): boolean
  /** Prepares the next attempt. Resolves with false if there should be none. What it throws may have a recovery of its own. */
  recover(failure: Failure): Promise<boolean> | boolean
  /** What is known of the failed attempt; `if-recovered`: that it was not executed, but only once recover() has shown it. */
  delivery: Delivery | 'if-recovered'
  /** The error of the call when this was tried already. @default the error itself */
  toFinalError?(error: unknown): unknown
}

/** The server refused the version of a request, but lists it as supported. Some do so once. */
const SAME_VERSION: Recovery = {
  applies: ({ error, scope, sender }) => !!channelOf(scope, sender).contradictsItself?.(error),
  recover: () => true,
  delivery: 'not-executed',
}

/** The server lost the session: one handshake for all requests that miss it. */
const NEW_SESSION: Recovery = {
  applies: ({ error, scope, sender }) => !!channelOf(scope, sender).hasLostSession?.(error, scope),
  recover: ({ error, scope, sender }) => channelOf(scope, sender).replaceSession!(error, scope).then(() => true),
  delivery: 'not-executed',
  toFinalError: toSessionLost,
}

/** The server seems to speak another era: negotiates again, at most once a minute if it has answered in this one. */
const OTHER_ERA: Recovery = {
  applies: ({ error, scope, sender }) => !!sender.mayBeOtherEra?.(error, scope),
  recover: ({ error, scope, sender }) => sender.detectAgain!(error, scope),
  delivery: 'if-recovered',
}

/** 429, or 503 with `Retry-After`, if that is at most 10 s. */
const WAIT: Recovery = {
  applies: ({ error }) => waitBeforeRetry(error) !== undefined,
  async recover({ error, context: { environment, emit }, scope }) {
    const wait = waitBeforeRetry(error)!
    const { message: reason } = error as Error
    emit?.({ type: 'reconnect', target: 'request', attempt: 1, delay: wait, reason }, scope.call)
    await delay(environment, wait, scope)
    return true
  },
  delivery: 'not-executed',
}

/** The server expects the headers of a newer tool definition than the one that is known here. */
const NEW_TOOL_DEFINITION: Recovery = {
  applies({ error, outgoing }) {
    const { status, rpcCode } = (error ?? {}) as Partial<RpcError>
    return !!outgoing?.tool && status === 400 && rpcCode === HEADER_MISMATCH
  },
  async recover({ scope, outgoing }) {
    scope.touch()
    const goOn = scope.pause()
    // If that fails too, the error of the call explains more.
    return scope
      .race(outgoing!.tool!.refresh())
      .then(Boolean, () => false)
      .finally(goOn)
  },
  delivery: 'not-executed',
}

/** Nobody knows whether the tool ran, but it may run twice. */
const SAFE_RETRY: Recovery = {
  applies({ error, outgoing }) {
    const { code, delivery, retryable } = (error ?? {}) as Partial<HttpError>
    const isTransportError = code === 'http' || (`${code}` === 'connection' && retryable)
    return delivery === 'unknown' && !!isTransportError && !!outgoing?.tool?.mayRunTwice()
  },
  recover({ error, context: { outcomes }, scope }) {
    // The limit of silence is that of an attempt.
    scope.touch()
    if (error instanceof ConnectionError) outcomes.publish(error)
    return true
  },
  delivery: 'unknown',
}

/** In this order: where several apply, the first that was not tried yet. */
const RECOVERIES = [SAME_VERSION, NEW_SESSION, OTHER_ERA, WAIT, NEW_TOOL_DEFINITION, SAFE_RETRY]

/** A message without an answer, such as a notification. */
const POST_RECOVERIES = [NEW_SESSION, WAIT]

/** Runs attempts until one succeeds, or no recovery is left for its error. */
async function attemptAndRecover<T>(
  attempt: () => Promise<T>,
  situation: Omit<Failure, 'error'>,
  recoveries: readonly Recovery[],
): Promise<T> {
  const { scope } = situation
  let tried: Recovery[] | undefined
  let unknown: { error: unknown } | undefined
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      await recover(error)
    }
  }

  /** Resolves when the next attempt may begin; else throws the error of the call. */
  async function recover(first: unknown): Promise<void> {
    let error = first
    try {
      scope.check()
      for (const recovery of recoveries) {
        const failure = { ...situation, error }
        if (!recovery.applies(failure)) continue
        if (tried?.includes(recovery)) {
          error = recovery.toFinalError?.(error) ?? error
          continue
        }
        tried = [...(tried ?? []), recovery]
        if (recovery.delivery === 'unknown') {
          unknown = { error }
          scope.mayHaveRun = true
        } else if (recovery.delivery === 'not-executed' || deliveryOf(error) === 'not-executed') scope.isSent = false
        try {
          if (await recovery.recover(failure)) {
            if (recovery.delivery !== 'unknown') scope.isSent = false
            return
          }
        } catch (next) {
          error = next
        }
        scope.check()
      }
    } catch (passed) {
      error = passed
    }
    // The first attempt may have been executed, even if the second was refused.
    throw unknown && deliveryOf(error) === 'not-executed' ? unknown.error : error
  }
}

/** A request with its limits: resolves with the result, and is canceled at the server when it is given up. */
export async function send(context: CallContext, sender: Sender, outgoing: Outgoing): Promise<Result> {
  const { environment, activity, closing, outcomes } = context
  const { method, options = {}, spent, call } = outgoing
  if (closing.aborted) throw new ClosedError(`${method}: the client is closed`, { delivery: 'not-executed' })
  const { pausedUntil } = activity.activeHandlers
  const scope = new CallScope(environment, { ...limitsOf(context, method, options, call), spent, pausedUntil })
  scope.check()
  scope.isSent = !!streamTokenOf(options)
  activity.calls++
  try {
    const result = await sendInScope(context, sender, scope, outgoing)
    outcomes.publish(undefined)
    return result
  } catch (error) {
    if (error instanceof ConnectionError) outcomes.publish(error)
    else if (error instanceof RpcError && !error.retryable) outcomes.publish(undefined)
    if (scope.passed && scope.isSent && !closing.aborted) channelOf(scope, sender).cancel(scope)
    if (error !== closing.reason || !closing.aborted) throw error
    const { delivery } = scope
    throw new ClosedError(`${method}: the client was closed during the call`, { delivery })
  } finally {
    activity.calls--
    scope.stop()
  }
}

/** A request of something else that has limits of its own, such as connecting. */
export function sendInScope(
  context: CallContext,
  sender: Sender,
  scope: CallScope,
  outgoing: Outgoing,
): Promise<Result> {
  const attempt = () => attemptOnce(context, sender, scope, outgoing)
  return attemptAndRecover(attempt, { context, sender, scope, outgoing }, RECOVERIES)
}

/** Sends a message without an answer. What belongs to the request of `owner` goes where that went, also after a switch. */
export function post(
  context: CallContext,
  sender: Sender,
  message: JsonRpcMessage,
  scope: CallScope,
  owner?: CallScope,
): Promise<void> {
  const attempt = async () => {
    scope.era = owner?.era ?? sender.current
    await channelOf(scope, sender).post(message, scope, owner)
  }
  return attemptAndRecover(attempt, { context, sender, scope }, POST_RECOVERIES)
}

/** The channel that the last attempt used. */
function channelOf({ era }: CallScope, { current }: Sender): Channel {
  return (era as Channel | undefined) ?? current
}

/** Sends once, routes the messages that precede the answer, and returns its result. */
async function attemptOnce(
  context: CallContext,
  sender: Sender,
  scope: CallScope,
  outgoing: Outgoing,
): Promise<Result> {
  const { params, options = {} } = outgoing
  // If the detection fails, only the calls that caused it fail.
  const detecting = sender.detection?.current
  if (detecting) await scope.race(detecting.catch(() => {}))
  const channel = sender.current
  if (options.onlyEra && options.onlyEra !== channel) throw abortError('Another era is in use')
  scope.era = channel
  scope.isEraUnverified = !!sender.isUnverified
  const { method } = outgoing
  // A new one for each attempt: in one session an id must not be used twice (2025-11-25, basic).
  const id = streamTokenOf(options)?.requestId ?? context.nextId()
  const allParams = withMeta(params, id, options)
  const request: JsonRpcRequest = { jsonrpc: '2.0', id, method, ...(allParams && { params: allParams }) }
  scope.request = request
  outgoing.id = id
  const reply: Reply = (response, replying) => post(context, sender, response, replying, scope)
  const createQueue = channel.createHandlerQueue && (() => channel.createHandlerQueue!(reply, scope))
  const createRouter = () => createMessageRouter(context, createQueue, scope, request, options)
  // Created late, since before most answers there is nothing to route; but progress may also come on another stream.
  let router = options.onProgress && createRouter()
  let messages: Messages | undefined
  let isAnswered = false
  try {
    for (;;) {
      let batch: Awaited<ReturnType<Messages['next']>>
      let index: number
      try {
        messages ??= await channel.send(request, scope, options)
        batch = await messages.next()
        if (!batch) throw new ConnectionError(`The response ended before the answer to ${method}`, { retryable: true })
        index = batch.findIndex((message) => isAnswer(message, request, context.settings))
        isAnswered = index >= 0
        if (isAnswered) messages.drain()
      } catch (cause) {
        scope.check()
        // Other errors of send() come from the application, such as from its `headers` function, and pass unchanged.
        if (isMcpError(cause) || !messages) throw cause
        throw new ConnectionError(`The response failed before the answer to ${method}`, { retryable: true, cause })
      }
      sender.verify?.(scope, batch[index])
      const before = isAnswered ? index : batch.length
      for (let at = 0; at < before; at++) {
        router ??= createRouter()
        router.route(batch[at]!)
      }
      if (isAnswered) return resultOf(batch[index] as JsonRpcResponse, method)
      // The time that callbacks took is no silence of the server. Once, since a read may have a thousand notifications.
      scope.touch()
    }
  } finally {
    // After the answer the rest of the response is drained.
    if (!isAnswered) messages?.cancel()
    router?.stop()
  }
}

/** The result of a response. Throws RpcError for an error, and InvalidMessageError for what is neither. */
export function resultOf(response: JsonRpcResponse, method: string): Result {
  if ('invalid' in response) {
    const message = `Expected a result or an error in answer to ${method}, got another response`
    throw new InvalidMessageError(message, { delivery: 'answered' })
  }
  if ('error' in response) throw new RpcError(method, response.error)
  return response.result
}

/** The time limits of a call, and the signals that end it. */
export function limitsOf(
  { settings, closing }: Pick<CallContext, 'settings' | 'closing'>,
  what: string,
  { signal, timeout = settings.timeout, maxTotalTimeout = settings.maxTotalTimeout }: CallOptions,
  call?: number,
): Omit<ScopeOptions, 'owner'> {
  const idle = checkNumber('timeout', timeout)
  const total = checkNumber('maxTotalTimeout', maxTotalTimeout)
  return { what, idle, total, signals: [signal, closing], call }
}

function deliveryOf(error: unknown): unknown {
  return (error as { delivery?: unknown } | null | undefined)?.delivery
}
