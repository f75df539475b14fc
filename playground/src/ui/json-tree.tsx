/** A JSON value as a tree of nodes that open and close. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { isExactNumber } from './exact-json.ts'
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
  const keys = useMemo(() => keysOf(value), [value])
  if (typeof value !== 'object' || value === null || isExactNumber(value)) {
    return (
      <div class="json-line">
        <Key of={name} />
        <span class={`json-${value === null ? 'null' : isExactNumber(value) ? 'number' : typeof value}`}>
          <Text of={JSON.stringify(value) ?? 'undefined'} maxLength={20_000} />
        </span>
      </div>
    )
  }
  const count = keys?.length ?? (value as unknown[]).length
  const brackets = Array.isArray(value) ? '[]' : '{}'
  if (count === 0) {
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
          {brackets[0]} {count.toLocaleString('en')} {brackets[1]}
        </span>
      </summary>
      {open.value && (
        <div class="json-children">
          {Array.from({ length: Math.min(count, shown.value) }, (_, index) => {
            const key = keys?.[index] ?? String(index)
            return <Node key={key} name={key} value={(value as Record<string, unknown>)[key]} depth={depth + 1} />
          })}
          {count > shown.value && (
            <button type="button" class="small" onClick={() => (shown.value += PAGE_SIZE * 5)}>
              {(count - shown.value).toLocaleString('en')} more
            </button>
          )}
        </div>
      )}
    </details>
  )
}

/** Undefined for a list, which may have millions of items. */
function keysOf(value: unknown): readonly string[] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : undefined
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : (keysOf(value)?.length ?? 1)
}

function Key({ of }: { of: string | undefined }): JSX.Element | null {
  if (of === undefined) return null
  return (
    <span class="json-key">
      <Text of={of} maxLength={200} />:{' '}
    </span>
  )
}
