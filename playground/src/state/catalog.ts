/** The lists of the connected server: tools, resources, resource templates and prompts. Each loads and fails on its own. */
import { effect, type Signal, signal, untracked } from '@preact/signals'
import type { Client, Prompt, Resource, ResourceTemplate, Tool } from 'mcp-over-fetch'
import { session } from './session.ts'

export interface List<T> {
  items: readonly T[]
  loading: boolean
  error?: unknown
}

const lists = {
  tools: createList<Tool>(),
  resources: createList<Resource>(),
  templates: createList<ResourceTemplate>(),
  prompts: createList<Prompt>(),
}

export const catalog: typeof lists = lists

type CacheMode = 'default' | 'refresh'

const fetchers: { [K in keyof typeof lists]: (client: Client, cacheMode: CacheMode) => Promise<unknown[]> } = {
  tools: (client, cacheMode) => client.listTools({ cacheMode }),
  resources: (client, cacheMode) => client.listResources({ cacheMode }),
  templates: (client, cacheMode) => client.listResourceTemplates({ cacheMode }),
  prompts: (client, cacheMode) => client.listPrompts({ cacheMode }),
}

function createList<T>(): Signal<List<T>> {
  return signal<List<T>>({ items: [], loading: false })
}

/** The result is dropped when the client was replaced in the meantime. */
export async function loadList(name: keyof typeof lists, cacheMode: CacheMode = 'refresh'): Promise<void> {
  const client = session.value?.client
  if (!client) return
  const list = lists[name] as Signal<List<unknown>>
  list.value = { items: list.value.items, loading: true }
  const next = await fetchers[name](client, cacheMode).then(
    (items) => ({ items, loading: false }),
    (error: unknown) => ({ items: list.value.items, loading: false, error }),
  )
  if (session.value?.client === client) list.value = next
}

/** Loads all lists whenever a connection opens, and empties them when it closes. */
export function loadListsOnConnect(): void {
  effect(() => {
    const known = session.value
    untracked(() => {
      for (const list of Object.values(lists) as Signal<List<unknown>>[]) list.value = { items: [], loading: false }
      if (known) for (const name of Object.keys(lists) as (keyof typeof lists)[]) void loadList(name, 'default')
    })
  })
}
