/** The controls for choices, constants and values of any kind. */
import type { JSX } from 'preact'
import { parseExactJson } from '../ui/exact-json.ts'
import { toJson, toText } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import type { InputProps } from './field.tsx'
import { isSameJson } from './fits.ts'
import { findJsonProblem } from './json-problem.ts'
import { choicesOf } from './kind.ts'
import { shapeOf } from './shape.ts'

/** The option with an empty value leaves the property out. */
export function ChoiceInput(props: InputProps): JSX.Element {
  const { id, describedBy, schema, root, required, value, placeholder, invalid, change } = props
  if ('const' in schema) return <ConstantInput {...props} />
  const choices = choicesOf(schema, root) ?? []
  const chosen = choices.findIndex((choice) => value !== undefined && isSameJson(choice.value, value))
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid ? 'true' : undefined}
      value={chosen < 0 ? '' : String(chosen)}
      onChange={({ currentTarget: { value: index } }) =>
        change(index === '' ? undefined : choices[Number(index)]?.value)
      }
    >
      <option value="">{placeholder ?? (required ? 'Choose…' : '(left out)')}</option>
      {choices.slice(0, 1_000).map(({ title }, index) => (
        <option key={index} value={String(index)}>
          {title.slice(0, 200)}
        </option>
      ))}
    </select>
  )
}

/** There is nothing to choose: its value is shown, and one that may be left out has a box. */
function ConstantInput({ id, describedBy, schema, required, value, invalid, change }: InputProps): JSX.Element {
  const isSent = value !== undefined
  const shown = (
    <code class="constant">
      <Text of={toText(schema.const)} maxLength={500} />
    </code>
  )
  if (required && isSent) {
    return (
      <output id={id} aria-describedby={describedBy}>
        {shown}
      </output>
    )
  }
  return (
    <label class="check">
      <input
        id={id}
        type="checkbox"
        aria-describedby={describedBy}
        aria-invalid={invalid ? 'true' : undefined}
        checked={isSent}
        onChange={({ currentTarget }) => change(currentTarget.checked ? schema.const : undefined)}
      />
      {shown}
    </label>
  )
}

export function ChoicesInput(props: InputProps): JSX.Element {
  const { id, describedBy, schema, root, value, invalid, change } = props
  const choices = choicesOf(shapeOf(schema.items, root).schema, root) ?? []
  const chosen = Array.isArray(value) ? value : []
  const toggle = (wanted: unknown, on: boolean) => {
    const rest = chosen.filter((entry) => !isSameJson(entry, wanted))
    change(on ? [...rest, wanted] : rest)
  }
  return (
    <fieldset class="choices" id={id} aria-label="Choices">
      {choices.slice(0, 200).map((choice, index) => (
        <label key={index} class="check">
          <input
            type="checkbox"
            aria-describedby={describedBy}
            aria-invalid={invalid ? 'true' : undefined}
            checked={chosen.some((entry) => isSameJson(entry, choice.value))}
            onChange={({ currentTarget }) => toggle(choice.value, currentTarget.checked)}
          />
          <Text of={choice.title} maxLength={200} />
        </label>
      ))}
    </fieldset>
  )
}

export function BooleanInput(props: InputProps): JSX.Element {
  const { id, describedBy, required, value, placeholder, invalid, change } = props
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid ? 'true' : undefined}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.value === 'true')}
    >
      <option value="">{placeholder ?? (required ? 'Choose…' : '(left out)')}</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  )
}

/** The only value is null. */
export function NullInput({ id, value, required, change }: InputProps): JSX.Element {
  return (
    <label class="check">
      <input
        id={id}
        type="checkbox"
        checked={value === null || required}
        onChange={({ currentTarget }) => change(currentTarget.checked ? null : undefined)}
      />
      null
    </label>
  )
}

/** Text that is not JSON leaves the value as it was. */
export function JsonInput(props: InputProps): JSX.Element {
  const { id, describedBy, required, value, placeholder, invalid, typed, type } = props
  const text = typed?.text ?? (value === undefined ? '' : toJson(value))
  const input = (next: string) => {
    if (next.trim() === '') return type({ text: next, value: undefined })
    const problem = findJsonProblem(next)
    type({ text: next, value: problem ? value : parseExactJson(next), problem })
  }
  return (
    <textarea
      id={id}
      class="json-box"
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid ? 'true' : undefined}
      data-unreadable={typed?.problem ? '' : undefined}
      rows={Math.min(Math.max(text.split('\n').length, 3), 16)}
      spellcheck={false}
      placeholder={placeholder ?? 'JSON: text in "quotes", 42, true, [ ] or { }'}
      value={text}
      onInput={({ currentTarget }) => input(currentTarget.value)}
    />
  )
}
