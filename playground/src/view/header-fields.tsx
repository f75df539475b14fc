/** Custom headers of every request, besides a token or a sign-in. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { updateTarget } from '../state/form.ts'
import { findHeaderProblem, type Target } from '../state/target.ts'
import { memoryOnly } from './auth-fields.tsx'

export function HeaderFields({ target: { headers, auth } }: { target: Target }): JSX.Element {
  const problem = findHeaderProblem(headers, auth)
  // It stays open when the last character is deleted.
  const isOpen = useSignal(false)
  return (
    <details
      class="own-headers"
      open={isOpen.value || headers !== ''}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Custom headers</summary>
      <label class="wide">
        <span>Headers, one "name: value" per line</span>
        <textarea
          rows={Math.min(Math.max(headers.split('\n').length, 2), 8)}
          spellcheck={false}
          aria-invalid={problem ? 'true' : undefined}
          value={headers}
          onInput={({ currentTarget }) => updateTarget({ headers: currentTarget.value })}
        />
        {problem ? (
          <span class="problem" role="alert">
            {problem}
          </span>
        ) : (
          <span class="hint">{memoryOnly}</span>
        )}
      </label>
    </details>
  )
}

/** Opens them too: an invalid line may have come with a saved server. */
export function focusHeaders(form: HTMLFormElement): void {
  const fields = form.querySelector<HTMLDetailsElement>('.own-headers')
  if (fields) fields.open = true
  fields?.querySelector('textarea')?.focus()
}
