/** Change notifications of the server: list changes, and updates of the resources that the person watches. */
import { effect, signal, untracked } from '@preact/signals'
import type { Change, Client, Subscription, SubscriptionFilter } from 'mcp-over-fetch'
import { loadList, reloadLists } from './catalog.ts'
import { session } from './session.ts'

export interface ReceivedChange {
  at: number
  change: Change | { type: 'failed'; error: unknown }
}

const MAX_CHANGES = 300

export const listening = signal(false)
export const watched = signal<readonly string[]>([])
/** Newest first. */
export const receivedChanges = signal<readonly ReceivedChange[]>([])

let current: Subscription | undefined

export function isWatched(uri: string): boolean {
  return listening.value && watched.value.includes(uri)
}

export function setWatched(uri: string, on: boolean): void {
  const others = watched.value.filter((known) => known !== uri)
  watched.value = on ? [...others, uri] : others
  startListening()
}

/** Opens the subscription; an open one is replaced, since its filter cannot be changed. */
export function startListening(): void {
  stopListening()
  const client = session.value?.client
  if (!client) return
  const filter: SubscriptionFilter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    ...(watched.value.length > 0 && { resourceSubscriptions: [...watched.value] }),
  }
  const subscription = client.listen(filter)
  current = subscription
  listening.value = true
  void receive(subscription)
}

export function stopListening(): void {
  current?.close()
  current = undefined
  listening.value = false
}

async function receive(subscription: Subscription): Promise<void> {
  try {
    for await (const change of subscription) {
      record(change)
      if (change.type === 'tools' || change.type === 'prompts' || change.type === 'resources')
        void loadList(change.type)
      if (change.type === 'resources') void loadList('templates')
      if (change.type === 'may-have-changed') reloadLists()
    }
  } catch (error) {
    record({ type: 'failed', error })
  }
  if (current === subscription) stopListening()
}

function record(change: ReceivedChange['change']): void {
  receivedChanges.value = [{ at: Date.now(), change }, ...receivedChanges.value].slice(0, MAX_CHANGES)
}

/** Resets subscriptions and received changes for a new connection. List changes are subscribed to from its start. */
export function listenOnConnect(): void {
  effect(() => {
    const known = session.value
    untracked(() => {
      stopListening()
      watched.value = []
      receivedChanges.value = []
      if (known && announcesChanges(known.client)) startListening()
    })
  })
}

/** With a session the stream is open anyway; elsewhere it is opened for servers that say they announce changes. */
function announcesChanges({ server, connection }: Client): boolean {
  if (connection.era === 'legacy') return true
  const { tools, prompts, resources } = server.capabilities ?? {}
  return [tools, prompts, resources].some((feature) => feature?.listChanged === true)
}
