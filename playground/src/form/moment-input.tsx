/** The control for dates and times: the picker of the browser, and the offset beside it. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { InputProps } from './field.tsx'
import { localOffset, momentKind, offsetsFor, readMoment, writeMoment } from './moment.ts'

const types = { date: 'date', time: 'time', 'date-time': 'datetime-local' } as const

export function MomentInput(props: InputProps): JSX.Element {
  const { id, describedBy, schema, required, value, invalid, change } = props
  const kind = momentKind(schema)!
  const moment = typeof value === 'string' ? readMoment(kind, value) : undefined
  const local = moment?.local ?? ''
  const offsets = offsetsFor(schema, local)
  // What was chosen holds while there is no value; the local offset may be another one on another day.
  const chosen = useSignal<string | undefined>(undefined)
  const offset = moment?.offset ?? chosen.value ?? offsets[0] ?? 'Z'
  const set = (next: string) => {
    if (next === '') return change(undefined)
    const isHere = chosen.value === undefined && (!moment || moment.offset === localOffset(moment.local))
    change(writeMoment(kind, next, isHere ? (offsetsFor(schema, next)[0] ?? 'Z') : offset))
  }
  const picker = (
    <input
      id={id}
      type={types[kind]}
      step={kind === 'date' ? undefined : /\.\d/.test(local) ? '0.001' : '1'}
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid ? 'true' : undefined}
      value={local}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  )
  if (kind === 'date') return picker
  return (
    <div class="moment">
      {picker}
      <select
        aria-label="Time zone"
        value={offset}
        onChange={({ currentTarget: { value: next } }) => {
          chosen.value = next
          if (moment) change(writeMoment(kind, local, next))
        }}
      >
        {[...new Set([...offsets, offset])].map((entry) => (
          <option key={entry} value={entry}>
            {offsetName(entry, local)}
          </option>
        ))}
      </select>
      {moment && <output class="hint">{value as string}</output>}
    </div>
  )
}

function offsetName(offset: string, local: string): string {
  const words = offset === '' ? 'No offset' : offset === 'Z' ? 'UTC' : offset
  return offset !== '' && offset === localOffset(local) ? `${words} (local)` : words
}
