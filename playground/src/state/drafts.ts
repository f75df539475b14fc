/** Arguments that were typed, one draft per server, tool and prompt. They survive a reload of the tab. */
import { effect, type Signal, signal } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import type { Selection } from './selection.ts'
import { readStored, writeStored } from './storage.ts'

export type Draft = Signal<Record<string, unknown>>

/** Larger arguments are not stored: session storage holds a few megabytes. */
const MAX_STORED = 100_000

const drafts = new Map<string, Draft>()

/** Changes when a draft is added. */
const count = signal(0)

/** `initial` gives what a new draft starts with. */
export function getDraft(server: string, kind: string, name: string, initial?: () => unknown): Draft {
  const key = draftKey(server, kind, name)
  let draft = drafts.get(key)
  if (!draft) {
    const stored = readStored('tab', key)
    const value = isObject(stored) ? stored : initial?.()
    draft = signal(isObject(value) ? value : {})
    drafts.set(key, draft)
    storeChanges(key, draft)
    // Not while a view is being drawn, which may be the caller.
    queueMicrotask(() => {
      count.value = drafts.size
    })
  }
  return draft
}

/** The arguments of the open view, if it has any. */
export function currentArguments(server: string, selection: Selection): Record<string, unknown> | undefined {
  void count.value
  return 'name' in selection ? drafts.get(draftKey(server, selection.kind, selection.name))?.value : undefined
}

/** For a link that brings arguments along. */
export function setDraft(server: string, kind: string, name: string, args: Record<string, unknown>): void {
  const key = draftKey(server, kind, name)
  const draft = drafts.get(key)
  if (draft) draft.value = args
  else writeStored('tab', key, args)
}

const draftKey = (server: string, kind: string, name: string) => `draft ${server} ${kind} ${name}`

function storeChanges(key: string, draft: Draft): void {
  const initial = draft.peek()
  effect(() => {
    const { value } = draft
    if (value === initial) return
    const text = JSON.stringify(value)
    writeStored('tab', key, text.length > MAX_STORED ? undefined : value)
  })
}
