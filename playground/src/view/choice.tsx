/** A select with its label above it. */
import type { JSX } from 'preact'

export interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: Readonly<Record<T, string>>
  change(value: T): void
}

export function Choice<T extends string>({ label, value, options, change }: ChoiceProps<T>): JSX.Element {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value as T)}>
        {Object.entries<string>(options).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
