/** The GET stream of Streamable HTTP, for messages that belong to no call: requests and notifications of the server. */
import type { Connection, ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { isRefusal } from '../era-signals.ts'
import { createMessageRouter } from '../rpc/route-messages.ts'
import { abortError } from '../util/abort-error.ts'
import { createDeadline } from '../util/deadline.ts'
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

/** The stream is opened again until the session is replaced or the client closed. A refusal is remembered. */
export function createGetStream(context: ClientContext, state: ConnectionState, onGap: () => void): GetStream {
  const { environment, closing, warn } = context
  let current: LegacyTransport | undefined
  let holders = 0
  let stop = () => {}
  let ready = Promise.resolve()
  let status: 'idle' | 'running' | 'broken' | 'refused' = 'idle'
  return {
    onTransport(transport) {
      current = transport
      stop()
      status = 'idle'
      if (holders) start(transport)
    },
    open() {
      holders++
      // A stream that kept breaking may work by now; one that was refused will not.
      if (current && (status === 'idle' || status === 'broken')) start(current)
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        if (!--holders) close()
      }
      return { ready, release }
    },
    close,
  }

  function close(): void {
    stop()
    status = 'idle'
    report('off')
  }

  function start(transport: LegacyTransport): void {
    // Over HTTP+SSE all messages arrive on the stream of the transport.
    if (!transport.openGetStream) return
    const limits = { what: 'listening', signals: [closing] }
    const deadline = createDeadline(environment, limits)
    stop = () => deadline.abort(abortError('The stream was closed'))
    status = 'running'
    let setReady = () => {}
    ready = new Promise((resolve) => {
      setReady = resolve
    })
    const onHealth = (healthy: boolean) => {
      setReady()
      report(healthy ? 'open' : 'degraded')
    }
    const messages = transport.openGetStream(deadline, onHealth, onGap)
    void read()

    async function read(): Promise<void> {
      const router = createMessageRouter({ ...context, channel: transport }, deadline)
      try {
        for (;;) {
          const batch = await messages.next()
          if (!batch) break
          batch.forEach(router.route)
        }
      } catch (error) {
        if (!deadline.passed) {
          status = isRefusal(error) ? 'refused' : 'broken'
          warn('The server offers no stream to listen to', error)
        }
      } finally {
        messages.cancel()
        router.stop()
        deadline.stop()
        setReady()
        if (!deadline.passed) report('unavailable')
      }
    }
  }

  function report(listening: Connection['listening']): void {
    if (state.view.listening !== listening) state.update({ listening })
  }
}
