/** A text field that the server completes while one types. */
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
  value: string
  change(value: string): void
  reference: CompletionReference
  /** Arguments that are filled in already, which may narrow the suggestions. */
  others: Record<string, string>
}

/** A pause in typing, in milliseconds. */
const PAUSE = 150

export function CompletionInput({
  name,
  description,
  required,
  value,
  change,
  reference,
  others,
}: CompletionInputProps): JSX.Element {
  const id = useId()
  const suggested = useSignal<{ values: string[]; total: number | undefined }>({ values: [], total: undefined })
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const suggest = (text: string) => {
    asking.current?.abort()
    const stop = new AbortController()
    asking.current = stop
    setTimeout(async () => {
      if (stop.signal.aborted) return
      const { [name]: _, ...context } = others
      // Without suggestions one types it all: that is no failure.
      const found = await session.value?.client
        .complete(reference, { name, value: text }, context, { signal: stop.signal })
        .catch(() => undefined)
      if (!stop.signal.aborted) suggested.value = { values: found?.values.slice(0, 100) ?? [], total: found?.total }
    }, PAUSE)
  }
  const { values, total } = suggested.value
  return (
    <div class="field">
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
        required={required}
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
      {description && (
        <p class="hint">
          <Text of={description} maxLength={1_000} />
        </p>
      )}
    </div>
  )
}
