/** The GET stream of Streamable HTTP, for messages that belong to no call: requests and notifications of the server. */
import type { Connection, ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { isRefusal } from '../era-signals.ts'
import { createMessageRouter } from '../rpc/route-messages.ts'
import { abortError } from '../util/abort-error.ts'
import { backoff } from '../util/backoff.ts'
import { createDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import type { StreamHold } from './subscriptions.ts'
import type { LegacyTransport } from './transport.ts'

export interface GetStream {
  /** Called with the transport of every session. */
  onTransport(transport: LegacyTransport): void
  /** Keeps the stream open until it is released. */
  open(): StreamHold
  /** Closes the stream, even if it is still held. */
  close(): void
}

/**
 * The stream is opened again until the session is replaced or the client closed. A refusal is remembered. `onGap` is
 * called when messages may have been missed, `onLost` when the server says that it has lost the session.
 */
export function createGetStream(
  context: ClientContext,
  state: ConnectionState,
  onGap: () => void,
  onLost: (error: unknown) => void,
): GetStream {
  const { environment, settings, closing, warn } = context
  const { maxAttempts, maxDelay } = settings.reconnect
  /** Milliseconds between two series of attempts to open the stream, at most. */
  const maxPause = 300_000
  let current: LegacyTransport | undefined
  let holders = 0
  let stop = () => {}
  let ready = Promise.resolve()
  let status: 'idle' | 'running' | 'refused' = 'idle'
  let mayBeLost = true
  return {
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
    const open = transport.openGetStream
    if (!open) return
    const deadline = createDeadline(environment, { what: 'listening', signals: [closing] })
    stop = () => deadline.abort(abortError('The stream was closed'))
    status = 'running'
    let setReady = () => {}
    ready = new Promise((resolve) => {
      setReady = resolve
    })
    let wasOpen = false
    let failures = 0
    // It rejects only when the stream is closed.
    run()
      .catch(() => {})
      .finally(() => {
        deadline.stop()
        setReady()
      })

    /** A stream that was open once is opened again and again, after every series of failures later. */
    async function run(): Promise<void> {
      for (let isRepeated = false; ; isRepeated = true) {
        try {
          await read(isRepeated)
          break
        } catch (error) {
          deadline.check()
          report('unavailable')
          const { cause = error } = error as { cause?: unknown }
          // A server that never had the stream may say so with a bare 404.
          if (mayBeLost && transport.isSessionLost(cause, !wasOpen)) {
            // Only once until a stream was open: a server may refuse all of them in this way.
            mayBeLost = false
            return onLost(cause)
          }
          // This is how a server says that it has no such stream (basic/transports).
          if ((cause as { status?: number }).status !== 405) warn('The server offers no stream to listen to', error)
          if (!wasOpen && isRefusal(error)) {
            status = 'refused'
            return
          }
          if (!maxAttempts) break
          setReady()
          await delay(environment, backoff(failures++, maxDelay, 2, maxPause), deadline)
        }
      }
      deadline.check()
      status = 'idle'
      report('unavailable')
    }

    /** Reads until the stream ends. */
    async function read(hasGap: boolean): Promise<void> {
      const onHealth = (healthy: boolean) => {
        setReady()
        wasOpen = mayBeLost = true
        failures = 0
        report(healthy ? 'open' : 'degraded')
        if (hasGap) onGap()
        hasGap = false
      }
      const messages = open!(deadline, onHealth, onGap)
      const router = createMessageRouter({ ...context, channel: transport }, deadline)
      try {
        for (;;) {
          const batch = await messages.next()
          if (!batch) return
          batch.forEach(router.route)
        }
      } finally {
        messages.cancel()
        router.stop()
      }
    }
  }

  function report(listening: Connection['listening']): void {
    if (state.view.listening !== listening) state.update({ listening })
  }
}
