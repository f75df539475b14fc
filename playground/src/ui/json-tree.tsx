/** A JSON value as a tree of nodes that open and close. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { Text } from './text.tsx'

/** Entries shown at first; a button shows more. */
const PAGE_SIZE = 100
/** Nodes with at most this many entries are open from the start. */
const SMALL_NODE = 8

export function JsonTree({ value, label }: { value: unknown; label: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="json" aria-label={label} tabIndex={0}>
      <Node value={value} depth={0} />
    </section>
  )
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }): JSX.Element {
  const open = useSignal(depth < 2 || (depth < 5 && sizeOf(value) <= SMALL_NODE))
  const shown = useSignal(PAGE_SIZE)
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="json-line">
        <Key of={name} />
        <span class={`json-${value === null ? 'null' : typeof value}`}>
          <Text of={JSON.stringify(value) ?? 'undefined'} maxLength={20_000} />
        </span>
      </div>
    )
  }
  const entries = Object.entries(value)
  const brackets = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0) {
    return (
      <div class="json-line">
        <Key of={name} />
        {brackets}
      </div>
    )
  }
  return (
    <details class="json-node" open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>
        <Key of={name} />
        <span class="muted">
          {brackets[0]} {entries.length.toLocaleString('en')} {brackets[1]}
        </span>
      </summary>
      {open.value && (
        <div class="json-children">
          {entries.slice(0, shown.value).map(([key, entry]) => (
            <Node key={key} name={key} value={entry} depth={depth + 1} />
          ))}
          {entries.length > shown.value && (
            <button type="button" class="small" onClick={() => (shown.value += PAGE_SIZE * 5)}>
              {(entries.length - shown.value).toLocaleString('en')} more
            </button>
          )}
        </div>
      )}
    </details>
  )
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1
}

function Key({ of }: { of: string | undefined }): JSX.Element | null {
  if (of === undefined) return null
  return (
    <span class="json-key">
      <Text of={of} maxLength={200} />:{' '}
    </span>
  )
}
