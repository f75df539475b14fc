/** Buttons that make the mock server misbehave, to watch the client heal. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { history } from '../state/calls.ts'
import { type Break, breaks } from '../state/faults.ts'
import { currentRealm } from '../state/mock.ts'
import { CallView } from './call.tsx'
import { ErrorDetails } from './error-details.tsx'

export function Faults(): JSX.Element {
  const server = currentRealm()
  const done = useSignal<Break | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const before = useSignal(history.value[0]?.id)
  if (!server) return <p class="work-body muted">Only the mock server can be broken from here.</p>
  const run = async (next: Break) => {
    done.value = next
    error.value = undefined
    before.value = history.value[0]?.id
    try {
      await next.run(server)
    } catch (reason) {
      error.value = reason
    }
  }
  const call = history.value[0]
  return (
    <article class="work-body">
      <h2>Break it</h2>
      <p class="description">Make the mock server misbehave, and watch on the wire how the client gets over it.</p>
      <ul class="breaks">
        {breaks.map((entry) => (
          <li key={entry.id}>
            <button type="button" class="preset" aria-pressed={done.value?.id === entry.id} onClick={() => run(entry)}>
              <strong>{entry.title}</strong>
              <span>{entry.says}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="row">
        <button type="button" class="small" onClick={() => server.script()}>
          Behave again
        </button>
        {done.value && <span class="muted">Look for: {done.value.watch}</span>}
      </p>
      {error.value !== undefined && <ErrorDetails error={error.value} />}
      {call && call.id !== before.value && <CallView call={call} />}
    </article>
  )
}
