/** The lists of one server: tools, resources, resource templates and prompts. Each loads and fails on its own. */
import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import type { Client, Prompt, Resource, ResourceTemplate, Tool } from 'mcp-over-fetch'
import { type ListChanges, nextChanges } from '../list-changes.ts'
import type { Session } from './connection.ts'

export interface List<T> {
  items: readonly T[]
  loading: boolean
  error?: unknown
  /** What the last reload changed, kept until another one does. */
  changes?: ListChanges | undefined
}

export interface Lists {
  tools: Signal<List<Tool>>
  resources: Signal<List<Resource>>
  templates: Signal<List<ResourceTemplate>>
  prompts: Signal<List<Prompt>>
}

export type ListName = keyof Lists
export type CacheMode = 'default' | 'refresh'

export interface Catalog {
  lists: Lists
  loadList(name: ListName, cacheMode?: CacheMode): Promise<void>
  reloadLists(): void
  /** Reloads them once, a moment after the last of several signs that they may have changed. */
  reloadSoon(): void
}

/** A restarted server shows as an answer, as a replaced session and as a change, one shortly after the other. */
const SOON_MS = 100

interface Connected {
  session: ReadonlySignal<Session | undefined>
  silentSince: ReadonlySignal<number | undefined>
}

const names: readonly ListName[] = ['tools', 'resources', 'templates', 'prompts']

const fetchers: { [K in ListName]: (client: Client, cacheMode: CacheMode) => Promise<unknown[]> } = {
  tools: (client, cacheMode) => client.listTools({ cacheMode }),
  resources: (client, cacheMode) => client.listResources({ cacheMode }),
  templates: (client, cacheMode) => client.listResourceTemplates({ cacheMode }),
  prompts: (client, cacheMode) => client.listPrompts({ cacheMode }),
}

const keys: { [K in ListName]: string } = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uriTemplate' }

const emptyList = { items: [], loading: false }

/** Loads all lists whenever a connection opens, and empties them when it closes. */
export function createCatalog({ session, silentSince }: Connected): Catalog {
  const lists: Lists = {
    tools: signal(emptyList),
    resources: signal(emptyList),
    templates: signal(emptyList),
    prompts: signal(emptyList),
  }
  let reloading: ReturnType<typeof setTimeout> | undefined
  const reloadLists = () => {
    clearTimeout(reloading)
    for (const name of names) void loadList(name)
  }
  const reloadSoon = () => {
    clearTimeout(reloading)
    reloading = setTimeout(reloadLists, SOON_MS)
  }
  effect(() => {
    const known = session.value
    untracked(() => {
      clearTimeout(reloading)
      for (const name of names) lists[name].value = emptyList
      if (known) for (const name of names) void loadList(name, 'default')
    })
  })
  reloadAfterGap()
  return { lists, loadList, reloadLists, reloadSoon }

  /** Marks what is new, gone or changed. The result is dropped when the client was replaced in the meantime. */
  async function loadList(name: ListName, cacheMode: CacheMode = 'refresh'): Promise<void> {
    const client = session.value?.client
    if (!client) return
    const list = lists[name] as Signal<List<unknown>>
    const isReload = cacheMode === 'refresh'
    list.value = { ...list.value, loading: true, error: undefined }
    const next = await fetchers[name](client, cacheMode).then(
      (items): List<unknown> => {
        const { items: old, changes } = list.value
        return { items, loading: false, changes: isReload ? nextChanges(old, items, keys[name], changes) : undefined }
      },
      (error: unknown): List<unknown> => ({ ...list.value, loading: false, error }),
    )
    if (session.value?.client === client) list.value = next
  }

  /** A replaced session, or a server that answers again, may mean a server that was restarted with other tools. */
  function reloadAfterGap(): void {
    effect(() => {
      const known = session.value
      if (!known) return
      let wasAway = false
      return effect(() => {
        const { status } = known.connection.value
        const isAway = status === 'reconnecting' || status === 'failed' || silentSince.value !== undefined
        if (isAway) clearTimeout(reloading)
        else if (wasAway && status === 'connected') reloadSoon()
        wasAway = isAway
      })
    })
  }
}
