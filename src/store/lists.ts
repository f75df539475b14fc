/** Loads the lists of a server and keeps them fresh. */
import type { Client, SubscriptionFilter } from '../core/index.ts'
import type { Environment } from '../core/util/environment.ts'
import { reuseItems } from './observable.ts'
import type { ListName, McpLists } from './types.ts'

/** Milliseconds to wait for a subscription before the first load; one that starts later makes the lists load again. */
const MAX_WAIT = 250

const METHODS = { tools: 'listTools', resources: 'listResources', prompts: 'listPrompts' } as const

export interface ListUpdates {
  get(): McpLists
  update(change: Partial<McpLists>): void
  /** A list could not be loaded, or changes are not received any more. */
  onError(error: unknown): void
}

export interface Lists {
  /** Resolves after the first load of the tools. */
  readonly loaded: Promise<void>
  /** Loads all lists again, past caches. Never rejects. */
  refresh(): Promise<void>
}

/** Ends with the client. */
export function keepLists(
  { setTimer }: Environment,
  client: Client,
  names: readonly ListName[],
  { get, update, onError }: ListUpdates,
): Lists {
  /** The loads under way; `again` if a change arrived since the request was sent. */
  const loads = new Map<ListName, { done: Promise<void>; again: boolean }>()
  let isStarted = false
  return { loaded: start(), refresh: loadAll }

  async function start(): Promise<void> {
    let stopTimer = () => {}
    const waited = new Promise<void>((resolve) => {
      stopTimer = setTimer(resolve, MAX_WAIT)
    })
    // A change between a load and the start of the subscription would be missed.
    await Promise.race([follow(), waited])
    stopTimer()
    const all = loadAll()
    isStarted = true
    await (loads.get('tools')?.done ?? all)
  }

  /** Resolves when the subscription has started, or if there is none. */
  function follow(): Promise<void> {
    const { capabilities } = client.server
    // Without capabilities the server may support anything.
    const reported = names.filter((name) => !capabilities || capabilities[name]?.listChanged)
    if (!reported.length) return Promise.resolve()
    const filter = Object.fromEntries(reported.map((name) => [`${name}ListChanged`, true]))
    return new Promise((resolve) => {
      void readChanges(filter, resolve).catch(onError).finally(resolve)
    })
  }

  async function readChanges(filter: SubscriptionFilter, onStarted: () => void): Promise<void> {
    for await (const { type } of client.listen(filter, { reopen: true })) {
      onStarted()
      if (names.includes(type as ListName)) void load(type as ListName)
      else if (isStarted && type !== 'closed') void loadAll()
    }
  }

  async function loadAll(): Promise<void> {
    await Promise.all(names.map(load))
  }

  function load(name: ListName): Promise<void> {
    const current = loads.get(name)
    if (current) current.again = true
    const entry = current ?? { done: Promise.resolve(), again: false }
    if (!current) {
      loads.set(name, entry)
      entry.done = run(name, entry)
    }
    return entry.done
  }

  async function run(name: ListName, entry: { again: boolean }): Promise<void> {
    // Only the first load may come from a cache: the others are made because something may have changed.
    const cacheMode = isStarted ? 'refresh' : 'default'
    try {
      do {
        entry.again = false
        const items = await client[METHODS[name]]({ cacheMode })
        update({ [name]: reuseItems<unknown>(get()[name], items) })
      } while (entry.again)
    } catch (error) {
      onError(error)
    }
    loads.delete(name)
  }
}
