/** The control for a number: a text of one line, since number fields of browsers hide what they cannot read. */
import type { JSX } from 'preact'
import { describeLost, readNumber } from '../ui/exact-json.ts'
import type { InputProps, Typed } from './field.tsx'

/** The beginnings of numbers that are none yet. */
const UNFINISHED = /^[-+]?(\d*\.?|\d+(\.\d+)?e[-+]?)$/i

export function NumberInput(props: InputProps): JSX.Element {
  const { id, describedBy, schema, required, value, placeholder, invalid, typed, type } = props
  return (
    <input
      id={id}
      type="text"
      // Telephones show minus signs only on some of their keyboards for numbers.
      inputMode={isNeverNegative(schema) ? (schema.type === 'integer' ? 'numeric' : 'decimal') : 'text'}
      class="number"
      autocomplete="off"
      spellcheck={false}
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid ? 'true' : undefined}
      data-unreadable={typed?.problem ? '' : undefined}
      placeholder={placeholder}
      value={typed?.text ?? (value === undefined ? '' : JSON.stringify(value))}
      onInput={({ currentTarget }) => type(readTyped(currentTarget.value))}
      onBlur={() => typed?.isUnfinished && type({ ...typed, isUnfinished: false })}
    />
  )
}

const isNeverNegative = ({ minimum, exclusiveMinimum }: Record<string, unknown>) =>
  [minimum, exclusiveMinimum].some((limit) => typeof limit === 'number' && limit >= 0)

function readTyped(text: string): Typed {
  const trimmed = text.trim()
  if (trimmed === '') return { text, value: undefined }
  // People write +5, 007 and .5; JSON does not.
  const normal = trimmed
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  const read = readNumber(normal)
  if (!read) {
    const problem = /^-?[\d., ]+$/.test(trimmed)
      ? 'Write the number without separators, such as 1234.5.'
      : 'Not a number.'
    return { text, value: undefined, problem, isUnfinished: UNFINISHED.test(trimmed) }
  }
  if (read.value === undefined) return { text, value: undefined, problem: describeLost(normal) }
  return { text, value: read.value }
}
