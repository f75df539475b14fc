/** The control for text: one element that grows with its lines and keeps the focus, whatever is typed. */
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { InputProps } from './field.tsx'

const isDate = (value: unknown) => value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(value as string)

/** Formats of one line, with the keyboard that a phone shows for them. */
const inputModes: Record<string, 'email' | 'url' | 'text'> = { email: 'email', uri: 'url', date: 'text' }

/** An empty field is left out. The form says so when the text is required. */
export function TextInput({ id, describedBy, schema, required, value, placeholder, change }: InputProps): JSX.Element {
  const format = typeof schema.format === 'string' && Object.hasOwn(inputModes, schema.format) ? schema.format : ''
  // Decided once: an element that is replaced while somebody types loses the focus and what is typed meanwhile.
  const isLine = useRef(format !== '' && !String(value ?? '').includes('\n') && (format !== 'date' || isDate(value)))
  const text = (value as string | undefined) ?? ''
  const set = (next: string) => change(next === '' ? undefined : next)
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-required': required,
    autocomplete: 'off',
    spellcheck: false,
    placeholder,
    value: text,
  } as const
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(currentTarget.value)
  if (isLine.current && format === 'date') return <input type="date" {...shared} onInput={onInput} />
  if (isLine.current) return <input type="text" inputMode={inputModes[format]!} {...shared} onInput={onInput} />
  return (
    <textarea
      class="growing"
      rows={Math.min(text.split('\n').length, 16)}
      {...shared}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}
