/** What was typed and not yet sent, for each thing that can be called. */
import { type Signal, signal } from '@preact/signals'
import { initial, type Schema } from '../form/schema.ts'
import { isObject } from '../ui/text.tsx'

const drafts = new Map<string, Signal<Record<string, unknown>>>()

export function draftOf(kind: string, name: string, schema: Schema): Signal<Record<string, unknown>> {
  const key = `${kind} ${name}`
  let draft = drafts.get(key)
  if (!draft) {
    const start = initial(schema, schema, true)
    draft = signal(isObject(start) ? start : {})
    drafts.set(key, draft)
  }
  return draft
}
