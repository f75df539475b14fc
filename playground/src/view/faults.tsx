/** Buttons that inject faults into the mock server, to show how the client recovers. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { history } from '../state/calls.ts'
import { type Fault, faults } from '../state/faults.ts'
import { currentRealm } from '../state/mock.ts'
import { CallView } from './call.tsx'
import { ErrorDetails } from './error-details.tsx'

export function Faults(): JSX.Element {
  const server = currentRealm()
  const injected = useSignal<Fault | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const lastCallBefore = useSignal(history.value[0]?.id)
  if (!server) return <p class="main-body muted">Only the mock server can be broken from here.</p>
  const inject = async (fault: Fault) => {
    injected.value = fault
    error.value = undefined
    lastCallBefore.value = history.value[0]?.id
    try {
      await fault.inject(server)
    } catch (reason) {
      error.value = reason
    }
  }
  const call = history.value[0]
  return (
    <article class="main-body">
      <h2>Break it</h2>
      <p class="description">Make the mock server misbehave, and watch on the wire how the client gets over it.</p>
      <ul class="faults">
        {faults.map((fault) => (
          <li key={fault.id}>
            <button
              type="button"
              class="preset"
              aria-pressed={injected.value?.id === fault.id}
              onClick={() => inject(fault)}
            >
              <strong>{fault.title}</strong>
              <span>{fault.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="row">
        <button type="button" class="small" onClick={() => server.script()}>
          Behave again
        </button>
        {injected.value && <span class="muted">Look for: {injected.value.expect}</span>}
      </p>
      {error.value !== undefined && <ErrorDetails error={error.value} />}
      {call && call.id !== lastCallBefore.value && <CallView call={call} />}
    </article>
  )
}
