/** Buttons that inject faults into the mock server, to show how the client recovers. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { history } from '../state/calls.ts'
import { type Fault, faults, type Situation } from '../state/faults.ts'
import { injectFault } from '../state/inject-fault.ts'
import { currentRealm } from '../state/mock.ts'
import { session } from '../state/session.ts'
import { CallView } from './call.tsx'
import { ErrorDetails } from './error-details.tsx'

export function Faults(): JSX.Element {
  const server = currentRealm()
  const situation = session.value?.connection.value
  const injected = useSignal<Fault | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const lastCallBefore = useSignal(history.value[0]?.id)
  if (!server || !situation) return <p class="main-body muted">Faults work with the demo server only.</p>
  const inject = async (fault: Fault) => {
    injected.value = fault
    error.value = undefined
    lastCallBefore.value = history.value[0]?.id
    try {
      await injectFault(fault.id, server)
    } catch (reason) {
      error.value = reason
    }
  }
  const call = history.value[0]
  return (
    <article class="main-body">
      <h2>Faults</h2>
      <p class="description">Make the demo server misbehave, and watch on the wire how the client recovers.</p>
      <ul class="faults">
        {faults.map((fault) => (
          <li key={fault.id}>
            <FaultButton
              fault={fault}
              situation={situation}
              isInjected={injected.value?.id === fault.id}
              inject={() => inject(fault)}
            />
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="small" onClick={() => server.script()}>
          Reset
        </button>
      </p>
      {error.value !== undefined && <ErrorDetails error={error.value} />}
      {call && call.id !== lastCallBefore.value && <CallView call={call} />}
    </article>
  )
}

interface FaultButtonProps {
  fault: Fault
  situation: Situation
  isInjected: boolean
  inject(): void
}

function FaultButton({ fault, situation, isInjected, inject }: FaultButtonProps): JSX.Element {
  const expected = fault.expect(situation)
  const isUnavailable = 'unavailable' in expected
  return (
    <button
      type="button"
      class="preset"
      // Not `disabled`, so that the keyboard reaches the reason.
      aria-disabled={isUnavailable ? 'true' : undefined}
      aria-pressed={isInjected}
      onClick={() => !isUnavailable && inject()}
    >
      <strong>{fault.title}</strong>
      <span>{fault.description}</span>
      {isUnavailable ? (
        <span class="fault-note">Not available: {expected.unavailable}</span>
      ) : (
        <span class={`fault-note ${expected.call}`}>{expected.text}</span>
      )}
    </button>
  )
}
