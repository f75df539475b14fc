/** The arguments of a call, edited as a form or as JSON. */
import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseExactJson } from '../ui/exact-json.ts'
import { toJson } from '../ui/json.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { FormContext, formStateOf } from './form-state.ts'
import { Properties } from './groups.tsx'
import { findJsonProblem } from './json-problem.ts'
import { propertiesOf, variantsOf } from './kind.ts'
import { planOf } from './model.ts'
import type { Schema } from './shape.ts'
import { Variants } from './variants.tsx'

export interface EditorProps {
  schema: Schema
  draft: Signal<Record<string, unknown>>
  /** Shown when there is nothing to fill in. */
  emptyText: string
}

export function Editor(props: EditorProps): JSX.Element {
  return (
    <FormContext.Provider value={formStateOf(props.draft)}>
      <Arguments {...props} />
    </FormContext.Provider>
  )
}

function Arguments({ schema: root, draft, emptyText }: EditorProps): JSX.Element {
  const plan = planOf(root, root, draft.value)
  const isForm =
    plan.kind === 'object' ||
    plan.kind === 'map' ||
    (plan.kind === 'variants' && !!(plan.schema.oneOf ?? plan.schema.anyOf))
  const asJson = useSignal(false)
  // The text of the JSON editor, kept while it has a mistake and the form is shown.
  const text = useSignal<string | undefined>(undefined)
  const mistake = text.value === undefined ? undefined : findObjectProblem(text.value)
  const change = (next: unknown) => {
    text.value = undefined
    draft.value = isObject(next) ? next : {}
  }
  if (!isForm) {
    return (
      <div class="editor">
        <p class="hint">
          {plan.problem
            ? `Its input schema is not a schema (${plan.problem}), `
            : 'Its input schema describes no fields, '}
          so there is no form: write the arguments as JSON.
        </p>
        <JsonEditor draft={draft} text={text} />
      </div>
    )
  }
  const isEmpty =
    propertiesOf(plan.schema).length === 0 &&
    plan.kind !== 'variants' &&
    Object.keys(draft.value).length === 0 &&
    !takesEntries(plan.schema)
  const props = { name: '', path: '', schema: root, root, required: true, value: draft.value, change, depth: 0, plan }
  return (
    <div class="editor">
      <SegmentedControl
        label="How to edit the arguments"
        options={{ form: 'Form', json: 'JSON' }}
        value={asJson.value ? 'json' : 'form'}
        change={(name) => (asJson.value = name === 'json')}
      />
      {!asJson.value && mistake && (
        <p class="problem">{mistake} The form shows the arguments before it; changing a field replaces the JSON.</p>
      )}
      {asJson.value ? (
        <JsonEditor draft={draft} text={text} />
      ) : isEmpty ? (
        <p class="muted">{emptyText}</p>
      ) : plan.kind === 'variants' ? (
        <Variants {...props} variants={variantsOf(plan.schema, root) ?? []} />
      ) : (
        <Properties {...props} />
      )}
    </div>
  )
}

/** Whether an object without declared properties wants some all the same. */
function takesEntries({ additionalProperties, patternProperties }: Schema): boolean {
  return isObject(additionalProperties) || additionalProperties === true || isObject(patternProperties)
}

function findObjectProblem(text: string): string | undefined {
  return (
    findJsonProblem(text) ??
    (isObject(parseExactJson(text)) ? undefined : 'Arguments are a JSON object: { "name": value }.')
  )
}

interface JsonEditorProps {
  draft: Signal<Record<string, unknown>>
  /** Undefined: the text is that of the draft. */
  text: Signal<string | undefined>
}

function JsonEditor({ draft, text }: JsonEditorProps): JSX.Element {
  const id = useId()
  const shown = text.value ?? toJson(draft.value)
  const mistake = findObjectProblem(shown)
  const { problems } = formStateOf(draft)
  const isInvalid = mistake !== undefined || problems.value.length > 0
  const input = (next: string) => {
    text.value = next
    if (!findObjectProblem(next)) draft.value = parseExactJson(next) as Record<string, unknown>
  }
  return (
    <div class="field">
      <label for={id}>
        Arguments <span class="muted">JSON object</span>
      </label>
      <textarea
        id={id}
        aria-invalid={isInvalid ? 'true' : undefined}
        aria-describedby={mistake && `${id}-problem`}
        data-unreadable={mistake ? '' : undefined}
        rows={Math.min(Math.max(shown.split('\n').length, 5), 24)}
        spellcheck={false}
        value={shown}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
      {mistake && (
        <p class="problem" role="alert" id={`${id}-problem`}>
          {mistake}
        </p>
      )}
    </div>
  )
}
