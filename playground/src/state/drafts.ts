/** Arguments that were typed and not sent yet, one draft per tool and prompt. */
import { type Signal, signal } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import { initialValue, type Schema } from '../form/schema.ts'

const drafts = new Map<string, Signal<Record<string, unknown>>>()

export function getDraft(kind: string, name: string, schema: Schema): Signal<Record<string, unknown>> {
  const key = `${kind} ${name}`
  let draft = drafts.get(key)
  if (!draft) {
    const value = initialValue(schema, schema, true)
    draft = signal(isObject(value) ? value : {})
    drafts.set(key, draft)
  }
  return draft
}
