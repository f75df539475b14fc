/** The GET stream of Streamable HTTP, for messages that belong to no call: requests and notifications of the server. */

import { CallScope } from '../call-scope.ts'
import type { Connection, ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { type HttpError, InvalidMessageError, type McpError } from '../errors.ts'
import { isRefusal } from '../refusals.ts'
import { createHandlerQueue, type Reply } from '../rpc/handler-queue.ts'
import { createMessageRouter, type MessageRouter } from '../rpc/route-messages.ts'
import { post } from '../rpc/send.ts'
import { isServerError } from '../sse/keep-listening.ts'
import { abortError } from '../util/abort-error.ts'
import type { StreamHold } from './listen-legacy.ts'
import type { LegacyTransport } from './transport.ts'

export interface GetStream {
  /** Whether anything needs the stream. */
  readonly isHeld: boolean
  /** Called with the transport of every session. */
  onTransport(transport: LegacyTransport): void
  /** Keeps the stream open until it is released. */
  open(): StreamHold
  /** Closes the stream, even if it is still held. */
  close(): void
}

export interface GetStreamEvents {
  /** Messages may have been missed. */
  onGap(): void
  /** The server says that it has lost the session. */
  onLost(error: unknown): void
  /** The server has opened the stream for this session. */
  onOpen(): void
}

/** The stream is opened again until the session is replaced or the client closed. A refusal is remembered. */
export function createGetStream(
  context: ClientContext,
  state: ConnectionState,
  { onGap, onLost, onOpen }: GetStreamEvents,
): GetStream {
  const { environment, closing, warn } = context
  let current: LegacyTransport | undefined
  let holders = 0
  let reported: Connection['listening'] = 'off'
  let stop = () => {}
  let ready = Promise.resolve()
  let status: 'idle' | 'running' | 'refused' = 'idle'
  /** Only once until a stream was open: a server may refuse all of them like a lost session. */
  let mayBeLost = true
  return {
    get isHeld() {
      return holders > 0
    },
    onTransport(transport) {
      current = transport
      stop()
      status = 'idle'
      if (holders) start(transport)
    },
    open() {
      holders++
      if (current && status === 'idle') start(current)
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        if (!--holders) close()
      }
      return { ready: () => ready, release }
    },
    close,
  }

  function close(): void {
    stop()
    if (status === 'running') status = 'idle'
    report('off')
  }

  function start(transport: LegacyTransport): void {
    // Over HTTP+SSE all messages arrive on the stream of the transport.
    if (!transport.openGetStream) return
    const scope = new CallScope(environment, { what: 'listening', signals: [closing] })
    stop = () => scope.abort(abortError('The stream was closed'))
    status = 'running'
    let setReady = () => {}
    ready = new Promise((resolve) => {
      setReady = resolve
    })
    let isLost = false
    let isOpened = false
    const messages = transport.openGetStream(scope, {
      onGap,
      onHealth(error) {
        if (error) return onFailure(error as McpError)
        setReady()
        isOpened = mayBeLost = true
        report('open')
        onOpen()
      },
      isFinal(error, wasOpen) {
        // A server that never had the stream may say so with a bare 404.
        isLost = mayBeLost && transport.isSessionLost(error, !wasOpen)
        if (isLost) return true
        // A page of a proxy is a refusal too.
        const isRefused = isRefusal(error) || error instanceof InvalidMessageError
        return !wasOpen && isRefused && (error as HttpError).status !== 409
      },
    })
    const reply: Reply = (response, replying) => post(context, { current: transport }, response, replying)
    const createQueue = () => createHandlerQueue(context, reply, scope, true)
    const router = createMessageRouter(context, createQueue, scope)
    // It rejects only when the stream is closed.
    read(router.route)
      .catch(() => {})
      .finally(() => {
        messages.cancel()
        router.stop()
        scope.stop()
        setReady()
      })

    async function read(route: MessageRouter['route']): Promise<void> {
      try {
        for (;;) {
          const batch = await messages.next()
          if (!batch) break
          batch.forEach(route)
        }
        status = 'idle'
      } catch (error) {
        scope.check()
        if (isLost) {
          mayBeLost = false
          return onLost(error)
        }
        status = 'refused'
        refuse(error)
      }
      report('unavailable')
    }

    function onFailure(error: McpError): void {
      const isBroken = isOpened || error.retryable || !isServerError(error)
      // Such as 403, which may end with the next token.
      if (!isBroken && reported !== 'unavailable') refuse(error)
      report(isBroken ? 'degraded' : 'unavailable', error)
    }

    function refuse(error: unknown): void {
      // 405 is how a server says that it has no such stream (basic/transports).
      if ((error as HttpError).status !== 405) warn('The server offers no stream to listen to', error)
    }
  }

  function report(listening: Connection['listening'], error?: unknown): void {
    if (error) state.update({ listening, lastError: error })
    else if (reported !== listening) state.update({ listening })
    reported = listening
  }
}
