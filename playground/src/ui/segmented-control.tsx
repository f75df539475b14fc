/** Buttons side by side, of which one is pressed. */
import type { ComponentChildren, JSX } from 'preact'

export interface SegmentedControlProps<T extends string> {
  label: string
  options: Readonly<Record<T, ComponentChildren>>
  value: T
  change(value: T): void
  class?: string
}

export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>): JSX.Element {
  const { label, options, value, change } = props
  return (
    <fieldset class={`segmented-control ${props.class ?? ''}`} aria-label={label}>
      {Object.entries<ComponentChildren>(options).map(([name, title]) => (
        <button key={name} type="button" aria-pressed={value === name} onClick={() => change(name as T)}>
          {title}
        </button>
      ))}
    </fieldset>
  )
}
