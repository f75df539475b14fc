/** The lists of the connected server: tools, resources, resource templates and prompts. Each loads and fails on its own. */
import { effect, type Signal, signal, untracked } from '@preact/signals'
import type { Client, Prompt, Resource, ResourceTemplate, Tool } from 'mcp-over-fetch'
import { type ListChanges, nextChanges } from './list-changes.ts'
import { silentSince } from './liveness.ts'
import { session } from './session.ts'

export interface List<T> {
  items: readonly T[]
  loading: boolean
  error?: unknown
  /** What the last reload changed, kept until another one does. */
  changes?: ListChanges | undefined
}

const lists = {
  tools: createList<Tool>(),
  resources: createList<Resource>(),
  templates: createList<ResourceTemplate>(),
  prompts: createList<Prompt>(),
}

export const catalog: typeof lists = lists

type ListName = keyof typeof lists
type CacheMode = 'default' | 'refresh'

const names = Object.keys(lists) as ListName[]

const fetchers: { [K in ListName]: (client: Client, cacheMode: CacheMode) => Promise<unknown[]> } = {
  tools: (client, cacheMode) => client.listTools({ cacheMode }),
  resources: (client, cacheMode) => client.listResources({ cacheMode }),
  templates: (client, cacheMode) => client.listResourceTemplates({ cacheMode }),
  prompts: (client, cacheMode) => client.listPrompts({ cacheMode }),
}

const keys: { [K in ListName]: string } = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uriTemplate' }

function createList<T>(): Signal<List<T>> {
  return signal<List<T>>({ items: [], loading: false })
}

/** Marks what is new, gone or changed. The result is dropped when the client was replaced in the meantime. */
export async function loadList(name: ListName, cacheMode: CacheMode = 'refresh'): Promise<void> {
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

export function reloadLists(): void {
  for (const name of names) void loadList(name)
}

/** Loads all lists whenever a connection opens, and empties them when it closes. */
export function loadListsOnConnect(): void {
  effect(() => {
    const known = session.value
    untracked(() => {
      for (const list of Object.values(lists) as Signal<List<unknown>>[]) list.value = { items: [], loading: false }
      if (known) for (const name of names) void loadList(name, 'default')
    })
  })
}

/** A replaced session, or a server that answers again, may mean a server that was restarted with other tools. */
export function reloadListsAfterGap(): void {
  effect(() => {
    const known = session.value
    if (!known) return
    let wasAway = false
    return effect(() => {
      const { status } = known.connection.value
      const isAway = status === 'reconnecting' || status === 'failed' || silentSince.value !== undefined
      if (wasAway && !isAway && status === 'connected') untracked(reloadLists)
      wasAway = isAway
    })
  })
}
