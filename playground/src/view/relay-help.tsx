/** For a server without CORS headers: the command of a relay on this machine. The page connects as soon as it runs. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { commandPlace } from '../state/command.ts'
import { DEFAULT_PORT, relayAddress, waitForRelay, writeRelayCommand } from '../state/relay.ts'
import { connectTo } from '../state/session.ts'
import type { Target } from '../state/target.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeBlock } from '../ui/highlight.tsx'
import { Text } from '../ui/text.tsx'

type State = { status: 'idle' } | { status: 'waiting' } | { status: 'failed'; message: string }

export function RelayHelp({ target }: { target: Target }): JSX.Element {
  const port = useSignal(DEFAULT_PORT)
  const state = useSignal<State>({ status: 'idle' })
  const waiting = useRef<AbortController>(undefined)
  const stop = () => {
    waiting.current?.abort()
    waiting.current = undefined
    state.value = { status: 'idle' }
  }
  useEffect(() => stop, [])
  const page = location.origin + location.pathname
  const command = () => writeRelayCommand(target.url, port.value, page)
  const wait = async () => {
    stop()
    const controller = new AbortController()
    waiting.current = controller
    state.value = { status: 'waiting' }
    const relay = relayAddress(port.value)
    try {
      await waitForRelay(relay, target.url, controller.signal)
      await connectTo({ ...target, relay })
    } catch (error) {
      if (!controller.signal.aborted) state.value = { status: 'failed', message: (error as Error).message }
    }
  }
  return (
    <section class="relay-help" aria-label="A relay on your machine">
      <h4>Or connect through a relay on your machine. {commandPlace}</h4>
      <CodeBlock label="Command" text={command()} />
      <div class="row">
        {/* It is copied to be run. */}
        <CopyButton text={command} onClick={() => state.value.status !== 'waiting' && void wait()}>
          Copy command
        </CopyButton>
        <label class="row">
          <span>Port</span>
          <input
            type="number"
            min={1}
            max={65_535}
            value={port.value}
            onInput={({ currentTarget: { valueAsNumber } }) => {
              if (!(valueAsNumber >= 1 && valueAsNumber <= 65_535)) return
              stop()
              port.value = valueAsNumber
            }}
          />
        </label>
        <button type="button" class="small" onClick={() => (state.value.status === 'waiting' ? stop() : wait())}>
          {state.value.status === 'waiting' ? 'Stop waiting' : 'Wait for the relay'}
        </button>
      </div>
      <p class="muted" role="status">
        <Text of={describe(state.value, port.value)} maxLength={300} />
      </p>
    </section>
  )
}

function describe(state: State, port: number): string {
  if (state.status === 'failed') return state.message
  return state.status === 'waiting'
    ? `Waiting for the relay at 127.0.0.1:${port}. The page connects as soon as it runs.`
    : 'The relay forwards requests of this page to this server only. Its key is known to this page only.'
}
