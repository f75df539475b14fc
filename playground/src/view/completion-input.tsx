/** A text field with suggestions from the server (`completion/complete`). */
import { useSignal } from '@preact/signals'
import type { CompletionReference } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { session } from '../state/session.ts'
import { Text } from '../ui/text.tsx'

export interface CompletionInputProps {
  name: string
  description?: string | undefined
  required: boolean
  /** Why the text cannot be sent. */
  problem?: string | undefined
  value: string
  change(value: string): void
  reference: CompletionReference
  /** Arguments that are already filled in; servers may use them to narrow the suggestions. */
  context: Record<string, string>
}

export interface RequiredTexts {
  /** The sentence for a field without a text, after somebody tried to send it. */
  problemOf(name: string): string | undefined
  /** True when nothing is missing; else the fields are marked, and the focus goes to the first one. */
  check(form: HTMLFormElement): boolean
}

export function useRequiredTexts(missing: readonly string[]): RequiredTexts {
  const isChecked = useSignal(false)
  const form = useRef<HTMLFormElement>(undefined)
  useEffect(() => {
    if (isChecked.value) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isChecked.value])
  return {
    problemOf: (name) => (isChecked.value && missing.includes(name) ? 'Required.' : undefined),
    check(checked) {
      form.current = checked
      checked.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      isChecked.value = missing.length > 0
      return missing.length === 0
    },
  }
}

/** Milliseconds without a keystroke before suggestions are requested. */
const DEBOUNCE_MS = 150

export function CompletionInput({
  name,
  description,
  required,
  problem,
  value,
  change,
  reference,
  context,
}: CompletionInputProps): JSX.Element {
  const id = useId()
  const suggestions = useSignal<{ values: string[]; total: number | undefined }>({ values: [], total: undefined })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const suggest = (text: string) => {
    current.current?.abort()
    const request = new AbortController()
    current.current = request
    setTimeout(async () => {
      if (request.signal.aborted) return
      const { [name]: _, ...otherArguments } = context
      const argument = { name, value: text }
      // Suggestions are optional, so that an error is not shown.
      const found = await session.value?.client
        .complete({ ref: reference, argument, context: { arguments: otherArguments } }, { signal: request.signal })
        .catch(() => undefined)
      if (!request.signal.aborted)
        suggestions.value = { values: found?.values.slice(0, 100) ?? [], total: found?.total }
    }, DEBOUNCE_MS)
  }
  const { values, total } = suggestions.value
  return (
    <div class={`field ${problem ? 'invalid' : ''}`}>
      <label for={id}>
        <code>
          <Text of={name} maxLength={100} />
        </code>{' '}
        <span class="muted">text{required && ', required'}</span>
      </label>
      <input
        id={id}
        type="text"
        list={`${id}-list`}
        autocomplete="off"
        spellcheck={false}
        aria-required={required}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={
          [problem && `${id}-problem`, description && `${id}-hint`].filter(Boolean).join(' ') || undefined
        }
        value={value}
        onFocus={({ currentTarget }) => suggest(currentTarget.value)}
        onInput={({ currentTarget }) => {
          change(currentTarget.value)
          suggest(currentTarget.value)
        }}
      />
      <datalist id={`${id}-list`}>
        {values.map((entry) => (
          <option key={entry} value={entry} />
        ))}
      </datalist>
      {values.length > 0 && (
        <fieldset class="suggestions" aria-label={`Suggestions for ${name}`}>
          {values.slice(0, 8).map((entry) => (
            <button key={entry} type="button" class="small" onClick={() => change(entry)}>
              <Text of={entry} maxLength={80} />
            </button>
          ))}
          {(total ?? values.length) > 8 && <span class="muted">{(total ?? values.length) - 8} more</span>}
        </fieldset>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {description && (
        <p class="hint" id={`${id}-hint`}>
          <Text of={description} maxLength={1_000} />
        </p>
      )}
    </div>
  )
}
