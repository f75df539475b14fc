/** A `<dl>` of names and values; undefined, empty and false values are left out. */
import type { JSX } from 'preact'
import { Text } from './text.tsx'

export function DescriptionList({
  of,
}: {
  of: Record<string, JSX.Element | string | number | undefined | false>
}): JSX.Element {
  const entries = Object.entries(of).filter(([, value]) => value !== undefined && value !== '' && value !== false)
  return (
    <dl class="description-list">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'object' ? value : <Text of={String(value)} maxLength={2_000} />}</dd>
        </div>
      ))}
    </dl>
  )
}
