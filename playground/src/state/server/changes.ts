/** Change notifications of one server: list changes, and updates of the resources that the person watches. */
import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import type { Change, Client, Subscription, SubscriptionFilter } from 'mcp-over-fetch'
import type { Catalog } from './catalog.ts'
import type { Session } from './connection.ts'

export interface ReceivedChange {
  at: number
  change: Change | { type: 'failed'; error: unknown }
}

export interface Changes {
  listening: Signal<boolean>
  watched: Signal<readonly string[]>
  /** Newest first. */
  received: Signal<readonly ReceivedChange[]>
  setWatched(uri: string, on: boolean): void
  /** Opens the subscription; an open one is replaced, since its filter cannot be changed. */
  start(): void
  stop(): void
}

const MAX_CHANGES = 300

/** Starts anew with each connection. List changes are subscribed to from its start. */
export function createChanges(session: ReadonlySignal<Session | undefined>, catalog: Catalog): Changes {
  const listening = signal(false)
  const watched = signal<readonly string[]>([])
  const received = signal<readonly ReceivedChange[]>([])
  let current: Subscription | undefined
  effect(() => {
    const known = session.value
    untracked(() => {
      stop()
      watched.value = []
      received.value = []
      if (known && announcesChanges(known.client)) start()
    })
  })
  return { listening, watched, received, setWatched, start, stop }

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

  function record(change: ReceivedChange['change']): void {
    received.value = [{ at: Date.now(), change }, ...received.value].slice(0, MAX_CHANGES)
  }
}

/** With a session the stream is open anyway; elsewhere it is opened for servers that say they announce changes. */
function announcesChanges({ server, connection }: Client): boolean {
  if (connection.era === 'legacy') return true
  const { tools, prompts, resources } = server.capabilities ?? {}
  return [tools, prompts, resources].some((feature) => feature?.listChanged === true)
}
