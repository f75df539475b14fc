/** Notifications of one server: list changes with what they changed, and updates of the resources that the person watches. */
import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import type { Change, Client, Subscription, SubscriptionFilter } from 'mcp-over-fetch'
import { diffLists, type ListDiff } from '../definition-diff.ts'
import type { Catalog, ListName } from './catalog.ts'
import type { Session } from './connection.ts'

export interface ReceivedChange {
  at: number
  change: Change | { type: 'failed'; error: unknown } | { type: 'reloaded' }
  /** What the list that was loaded after it has in another way. */
  diff?: ListDiff | undefined
}

export interface Changes {
  listening: Signal<boolean>
  watched: Signal<readonly string[]>
  /** Newest first. */
  received: Signal<readonly ReceivedChange[]>
  /** How many arrived since the person looked at them. */
  unseen: Signal<number>
  setWatched(uri: string, on: boolean): void
  /** Opens the subscription; an open one is replaced, since its filter cannot be changed. */
  start(): void
  stop(): void
}

const MAX_CHANGES = 300
/** A list that is loaded later was not loaded because of the notification. */
const MAX_RELOAD_MS = 10_000

const keys: Record<ListName, string> = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uriTemplate' }

function announces(type: string, list: string): boolean {
  return type === list || (type === 'resources' && list === 'templates')
}

/** Starts anew with each connection. List changes are subscribed to from its start. */
export function createChanges(session: ReadonlySignal<Session | undefined>, catalog: Catalog): Changes {
  const listening = signal(false)
  const watched = signal<readonly string[]>([])
  const received = signal<readonly ReceivedChange[]>([])
  const unseen = signal(0)
  let current: Subscription | undefined
  effect(() => {
    const known = session.value
    untracked(() => {
      stop()
      watched.value = []
      received.value = []
      unseen.value = 0
      if (known && announcesChanges(known.client)) start()
    })
  })
  for (const name of Object.keys(keys) as ListName[]) diffReloads(name)
  return { listening, watched, received, unseen, setWatched, start, stop }

  function setWatched(uri: string, on: boolean): void {
    const others = watched.value.filter((known) => known !== uri)
    watched.value = on ? [...others, uri] : others
    start()
  }

  function start(): void {
    stop()
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

  function stop(): void {
    current?.close()
    current = undefined
    listening.value = false
  }

  async function receive(subscription: Subscription): Promise<void> {
    try {
      for await (const change of subscription) {
        record(change)
        if (change.type === 'tools' || change.type === 'prompts' || change.type === 'resources')
          void catalog.loadList(change.type)
        if (change.type === 'resources') void catalog.loadList('templates')
        if (change.type === 'may-have-changed') catalog.reloadSoon()
      }
    } catch (error) {
      record({ type: 'failed', error })
    }
    if (current === subscription) stop()
  }

  function record(change: ReceivedChange['change'], diff?: ListDiff): void {
    received.value = [{ at: Date.now(), change, diff }, ...received.value].slice(0, MAX_CHANGES)
    // That the subscription was accepted is no news.
    if (change.type !== 'subscribed') unseen.value++
  }

  /** A server tells only that a list changed, and a restarted one not even that. */
  function diffReloads(name: ListName): void {
    effect(() => {
      if (!session.value) return
      let known: readonly unknown[] | undefined
      return effect(() => {
        const { items, loading, error } = catalog.lists[name].value
        if (loading || error !== undefined) return
        const diff = known && known !== items ? diffLists(name, keys[name], known, items) : undefined
        // The empty list before the first load is not a version of it.
        known = known || items.length > 0 ? items : undefined
        if (diff) untracked(() => attach(diff))
      })
    })
  }

  /** The news that made the list load again is the newest without a difference. */
  function attach(diff: ListDiff): void {
    const at = received.value.findIndex(({ change, diff: known }) => !known && announces(change.type, diff.list))
    const isRecent = at >= 0 && received.value[at]!.at > Date.now() - MAX_RELOAD_MS
    if (isRecent) received.value = received.value.map((entry, index) => (index === at ? { ...entry, diff } : entry))
    else record({ type: 'reloaded' }, diff)
  }
}

/** With a session the stream is open anyway; elsewhere it is opened for servers that say they announce changes. */
function announcesChanges({ server, connection }: Client): boolean {
  if (connection.era === 'legacy') return true
  const { tools, prompts, resources } = server.capabilities ?? {}
  return [tools, prompts, resources].some((feature) => feature?.listChanged === true)
}
