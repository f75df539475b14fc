/** The arguments of a call, edited as a form or as JSON. */
import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson, toJson } from '../ui/json.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Properties } from './groups.tsx'
import { propertiesOf, resolve, type Schema } from './schema.ts'

export interface EditorProps {
  schema: Schema
  draft: Signal<Record<string, unknown>>
  /** Shown when there is nothing to fill in. */
  emptyText: string
}

export function Editor({ schema: root, draft, emptyText }: EditorProps): JSX.Element {
  const asJson = useSignal(false)
  const schema = resolve(root, root)
  const isEmpty = propertiesOf(schema).length === 0 && Object.keys(draft.value).length === 0
  return (
    <div class="editor">
      <SegmentedControl
        label="How to edit the arguments"
        options={{ form: 'Form', json: 'JSON' }}
        value={asJson.value ? 'json' : 'form'}
        change={(name) => (asJson.value = name === 'json')}
      />
      {asJson.value ? (
        <JsonEditor draft={draft} />
      ) : isEmpty ? (
        <p class="muted">{emptyText}</p>
      ) : (
        <Properties
          name=""
          schema={schema}
          root={root}
          required
          value={draft.value}
          change={(next) => (draft.value = isObject(next) ? next : {})}
          depth={0}
        />
      )}
    </div>
  )
}

function JsonEditor({ draft }: { draft: Signal<Record<string, unknown>> }): JSX.Element {
  const id = useId()
  const text = useSignal(toJson(draft.value))
  const input = (control: HTMLTextAreaElement) => {
    text.value = control.value
    const value = parseJson(control.value)
    control.setCustomValidity(isObject(value) ? '' : 'Expected a JSON object')
    if (isObject(value)) draft.value = value
  }
  return (
    <div class="field">
      <label for={id}>
        Arguments <span class="muted">JSON object</span>
      </label>
      <textarea
        id={id}
        rows={Math.min(Math.max(text.value.split('\n').length, 5), 24)}
        spellcheck={false}
        value={text.value}
        onInput={({ currentTarget }) => input(currentTarget)}
      />
    </div>
  )
}
