/** Listening for changes: of the lists, and of the resources the person watches. */
import { effect, signal, untracked } from '@preact/signals'
import type { Change, Listening, SubscriptionFilter } from 'mcp-over-fetch'
import { load } from './catalog.ts'
import { session } from './session.ts'

export interface Heard {
  at: number
  change: Change | { type: 'failed'; error: unknown }
}

const MOST = 300

export const listening = signal(false)
export const watched = signal<readonly string[]>([])
/** Newest first. */
export const heard = signal<readonly Heard[]>([])

let current: Listening | undefined

export function isWatched(uri: string): boolean {
  return listening.value && watched.value.includes(uri)
}

export function watch(uri: string, on: boolean): void {
  const others = watched.value.filter((known) => known !== uri)
  watched.value = on ? [...others, uri] : others
  start()
}

/** Begins, or begins anew with another filter. */
export function start(): void {
  stop()
  const client = session.value?.client
  if (!client) return
  const filter: SubscriptionFilter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    ...(watched.value.length > 0 && { resourceSubscriptions: [...watched.value] }),
  }
  const opened = client.listen(filter)
  current = opened
  listening.value = true
  void follow(opened)
}

export function stop(): void {
  current?.close()
  current = undefined
  listening.value = false
}

async function follow(opened: Listening): Promise<void> {
  try {
    for await (const change of opened) {
      note(change)
      if (change.type === 'tools' || change.type === 'prompts' || change.type === 'resources') void load(change.type)
    }
  } catch (error) {
    note({ type: 'failed', error })
  }
  if (current === opened) stop()
}

function note(change: Heard['change']): void {
  heard.value = [{ at: Date.now(), change }, ...heard.value].slice(0, MOST)
}

/** What was watched belongs to a connection. */
export function forgetWithSession(): void {
  effect(() => {
    if (session.value) return
    untracked(() => {
      stop()
      watched.value = []
      heard.value = []
    })
  })
}
