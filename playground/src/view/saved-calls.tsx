/** Arguments saved under a name: a button for each, and the field to save the present ones. */
import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { deleteCall, type SavedCall, saveCall, savedCallsAt } from '../state/saved-calls.ts'
import { Text } from '../ui/text.tsx'

export interface SavedCallsProps {
  place: Pick<SavedCall, 'server' | 'kind' | 'of'>
  draft: Signal<Record<string, unknown>>
}

export function SavedCalls({ place, draft }: SavedCallsProps): JSX.Element {
  const name = useSignal('')
  const saved = savedCallsAt(place)
  const save = () => {
    if (name.value.trim() === '') return
    saveCall({ ...place, name: name.value.trim().slice(0, 100), args: draft.value })
    name.value = ''
  }
  return (
    <details class="saved-calls" open={saved.length > 0}>
      <summary>Saved arguments{saved.length > 0 && <span class="count"> {saved.length}</span>}</summary>
      <ul class="row">
        {saved.map((call) => (
          <li key={call.name}>
            <button type="button" class="small" onClick={() => (draft.value = call.args)}>
              <Text of={call.name} maxLength={100} />
            </button>
            <button
              type="button"
              class="small quiet"
              aria-label={`Delete ${call.name}`}
              onClick={() => deleteCall(call)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <input
          type="text"
          aria-label="Name for these arguments"
          placeholder="a name for these arguments"
          autocomplete="off"
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <button type="submit" class="small">
          Save
        </button>
      </form>
      <p class="hint">Kept in this browser, for this server and tool.</p>
    </details>
  )
}
