/** Listens to what belongs to no call: the server's own requests and notifications, on the GET stream. */
import type { ConnectionState } from '../connection-state.ts'
import { isRefusal } from '../era-signals.ts'
import { createReceiver } from '../rpc/route-messages.ts'
import { createDeadline } from '../util/deadline.ts'
import type { Session, Shared } from './handshake.ts'
import type { StreamableLink } from './streamable-http.ts'
import type { Opened } from './subscriptions.ts'

export interface Listening {
  /** Called with every session. */
  onSession(session: Session): void
  /** Listens for as long as somebody wants it. */
  open(): Opened
  /** Ends it for all. */
  close(): void
}

/** Goes on until the session is replaced or the client closed. A refusal is remembered and harms nobody. */
export function createListening(shared: Shared, state: ConnectionState, onGap: () => void): Listening {
  const { wire, closing } = shared
  let current: (Session & StreamableLink) | undefined
  let wanted = 0
  let stop = () => {}
  let opened = Promise.resolve()
  let life: 'idle' | 'running' | 'broken' | 'refused' = 'idle'
  return {
    onSession(session) {
      current = session as Session & StreamableLink
      stop()
      life = 'idle'
      if (wanted) start(current)
    },
    open() {
      wanted++
      // One that kept breaking may work by now; one that was refused will not.
      if (current && (life === 'idle' || life === 'broken')) start(current)
      let holds = true
      const release = () => {
        if (!holds) return
        holds = false
        if (!--wanted) end()
      }
      return { ready: opened, release }
    },
    close: end,
  }

  function end(): void {
    stop()
    life = 'idle'
    show('off')
  }

  function start(session: StreamableLink): void {
    const deadline = createDeadline(wire.environment, {
      what: 'listening',
      total: Number.POSITIVE_INFINITY,
      signals: [closing],
    })
    stop = () => deadline.abort('replaced')
    life = 'running'
    let settle = () => {}
    opened = new Promise((resolve) => {
      settle = resolve
    })
    void listen()

    async function listen(): Promise<void> {
      const receiver = createReceiver({ ...shared, era: session }, deadline)
      const onHealth = (healthy: boolean) => {
        settle()
        show(healthy ? 'open' : 'degraded')
      }
      const messages = session.listen(deadline, onHealth, onGap)
      try {
        for (;;) {
          const batch = await messages.next()
          if (!batch) break
          batch.forEach(receiver.receive)
        }
      } catch (error) {
        if (!deadline.passed) life = isRefusal(error) ? 'refused' : 'broken'
        if (!deadline.passed)
          wire.emit?.({ type: 'warning', message: 'The server offers no stream to listen to', error })
      } finally {
        messages.cancel()
        receiver.stop()
        deadline.stop()
        settle()
        if (!deadline.passed) show('unavailable')
      }
    }
  }

  function show(listening: ConnectionState['view']['listening']): void {
    if (state.view.listening !== listening) state.update({ listening })
  }
}
