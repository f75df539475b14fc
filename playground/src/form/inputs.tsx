/** The controls for single values. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { toJson } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import type { InputProps } from './field.tsx'
import { isSameJson } from './fits.ts'
import { findJsonProblem } from './json-problem.ts'
import { choicesOf } from './kind.ts'
import { shapeOf } from './shape.ts'

/** The option with an empty value leaves the property out. */
export function ChoiceInput({
  id,
  describedBy,
  schema,
  root,
  required,
  value,
  placeholder,
  change,
}: InputProps): JSX.Element {
  const choices = choicesOf(schema, root) ?? []
  const chosen = choices.findIndex((choice) => value !== undefined && isSameJson(choice.value, value))
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      aria-required={required}
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

export function ChoicesInput({ id, schema, root, value, change }: InputProps): JSX.Element {
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
            checked={chosen.some((entry) => isSameJson(entry, choice.value))}
            onChange={({ currentTarget }) => toggle(choice.value, currentTarget.checked)}
          />
          <Text of={choice.title} maxLength={200} />
        </label>
      ))}
    </fieldset>
  )
}

export function BooleanInput({ id, describedBy, required, value, placeholder, change }: InputProps): JSX.Element {
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      aria-required={required}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.value === 'true')}
    >
      <option value="">{placeholder ?? (required ? 'Choose…' : '(left out)')}</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  )
}

export function NumberInput({
  id,
  describedBy,
  schema,
  required,
  value,
  placeholder,
  change,
}: InputProps): JSX.Element {
  const bound = (name: string) => (typeof schema[name] === 'number' ? (schema[name] as number) : undefined)
  return (
    <input
      id={id}
      type="number"
      aria-describedby={describedBy}
      step={schema.type === 'integer' ? 1 : 'any'}
      placeholder={placeholder}
      min={bound('minimum')}
      max={bound('maximum')}
      aria-required={required}
      value={value === undefined ? '' : String(value)}
      onInput={({ currentTarget }) => {
        // A number that is being typed may be incomplete, such as "-".
        if (currentTarget.value !== '') change(currentTarget.valueAsNumber)
        else if (!currentTarget.validity.badInput) change(undefined)
      }}
    />
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

export function JsonInput({ id, describedBy, required, value, placeholder, change }: InputProps): JSX.Element {
  const text = useSignal(value === undefined ? '' : toJson(value))
  const problem = text.value.trim() === '' ? undefined : findJsonProblem(text.value)
  const input = (next: string) => {
    text.value = next
    if (next.trim() === '') change(undefined)
    else if (!findJsonProblem(next)) change(JSON.parse(next))
  }
  return (
    <>
      <textarea
        id={id}
        class="json-box"
        aria-describedby={describedBy}
        aria-required={required}
        aria-invalid={problem ? 'true' : undefined}
        rows={Math.min(Math.max(text.value.split('\n').length, 3), 16)}
        spellcheck={false}
        placeholder={placeholder ?? 'JSON: text in "quotes", 42, true, [ ] or { }'}
        value={text.value}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
