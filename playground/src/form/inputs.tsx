/** The controls for single values. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { isObject } from '../../../src/core/util/is-object.ts'
import { toJson } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import type { InputProps } from './field.tsx'
import { choicesOf } from './schema.ts'

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The option with an empty value is the one that `required` rejects. */
export function ChoiceInput({ id, describedBy, schema, required, value, change }: InputProps): JSX.Element {
  const choices = choicesOf(schema) ?? []
  const chosen = choices.findIndex((choice) => value !== undefined && isSameJson(choice.value, value))
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      required={required}
      value={chosen < 0 ? '' : String(chosen)}
      onChange={({ currentTarget: { value: index } }) =>
        change(index === '' ? undefined : choices[Number(index)]?.value)
      }
    >
      <option value="">{required ? 'Choose…' : '(left out)'}</option>
      {choices.slice(0, 1_000).map(({ title }, index) => (
        <option key={index} value={String(index)}>
          {title.slice(0, 200)}
        </option>
      ))}
    </select>
  )
}

export function ChoicesInput({ id, schema, value, change }: InputProps): JSX.Element {
  const choices = (isObject(schema.items) && choicesOf(schema.items)) || []
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

export function BooleanInput({ id, describedBy, required, value, change }: InputProps): JSX.Element {
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      required={required}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.value === 'true')}
    >
      <option value="">{required ? 'Choose…' : '(left out)'}</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  )
}

export function NumberInput({ id, describedBy, schema, required, value, change }: InputProps): JSX.Element {
  const bound = (name: string) => (typeof schema[name] === 'number' ? (schema[name] as number) : undefined)
  return (
    <input
      id={id}
      type="number"
      aria-describedby={describedBy}
      step={schema.type === 'integer' ? 1 : 'any'}
      min={bound('minimum')}
      max={bound('maximum')}
      required={required}
      value={value === undefined ? '' : String(value)}
      onInput={({ currentTarget }) => {
        // A number that is being typed may be incomplete, such as "-".
        if (currentTarget.value !== '') change(currentTarget.valueAsNumber)
        else if (!currentTarget.validity.badInput) change(undefined)
      }}
    />
  )
}

/** `required` in a schema forbids leaving the property out; an empty string is allowed. */
export function TextInput({ id, describedBy, schema, required, value = '', change }: InputProps): JSX.Element {
  const text = value as string
  const set = (next: string) => change(next === '' && !required ? undefined : next)
  const bound = (name: string) => Number.isInteger(schema[name]) && { [name]: schema[name] as number }
  const shared = {
    id,
    'aria-describedby': describedBy,
    autocomplete: 'off',
    spellcheck: false,
    ...bound('minLength'),
    ...bound('maxLength'),
    value: text,
  } as const
  if (text.length > 80 || text.includes('\n')) {
    return <textarea rows={4} {...shared} onInput={({ currentTarget }) => set(currentTarget.value)} />
  }
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(currentTarget.value)
  switch (schema.format) {
    case 'email':
      return <input type="email" {...shared} onInput={onInput} />
    case 'uri':
      return <input type="url" {...shared} onInput={onInput} />
    case 'date':
      return <input type="date" {...shared} onInput={onInput} />
    default:
      return <input type="text" {...shared} onInput={onInput} />
  }
}

export function JsonInput({ id, describedBy, required, value, change }: InputProps): JSX.Element {
  const text = useSignal(value === undefined ? '' : toJson(value))
  const input = (control: HTMLTextAreaElement) => {
    text.value = control.value
    const problem = findJsonError(control.value)
    control.setCustomValidity(problem)
    if (!problem) change(control.value.trim() === '' ? undefined : JSON.parse(control.value))
  }
  return (
    <textarea
      id={id}
      aria-describedby={describedBy}
      rows={Math.min(Math.max(text.value.split('\n').length, 3), 16)}
      required={required}
      spellcheck={false}
      placeholder="JSON"
      value={text.value}
      onInput={({ currentTarget }) => input(currentTarget)}
    />
  )
}

/** An empty string when the text is blank or JSON. */
function findJsonError(text: string): string {
  if (text.trim() === '') return ''
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`
  }
}
