/** Pings the server and shows the round trip. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../state/session.ts'
import { formatDuration, formatTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Text } from '../ui/text.tsx'

type State =
  | { status: 'idle' | 'waiting' }
  | { status: 'answered'; ms: number; at: number }
  | { status: 'failed'; message: string }

export function PingButton({ known: { client } }: { known: Session }): JSX.Element {
  const state = useSignal<State>({ status: 'idle' })
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const ping = async () => {
    if (state.value.status === 'waiting') return
    const controller = new AbortController()
    leaving.current = controller
    state.value = { status: 'waiting' }
    const started = performance.now()
    try {
      await client.ping({ signal: controller.signal })
      state.value = { status: 'answered', ms: performance.now() - started, at: Date.now() }
    } catch (error) {
      state.value = { status: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
  }
  const { value } = state
  return (
    <>
      <button type="button" aria-disabled={value.status === 'waiting'} onClick={ping}>
        <Icon name="pulse" /> Ping
      </button>
      <span class={`ping-result ${value.status === 'failed' ? 'problem' : 'muted'}`} role="status">
        {value.status === 'waiting' && 'Waiting for the response…'}
        {value.status === 'answered' &&
          `Response in ${formatDuration(value.ms)}, at ${formatTime(value.at).slice(0, 8)}`}
        {value.status === 'failed' && <Text of={value.message} maxLength={300} />}
      </span>
    </>
  )
}
