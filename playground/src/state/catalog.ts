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

const fetchers: { [K in keyof typeof lists]: (client: Client, fresh: boolean) => Promise<unknown[]> } = {
  tools: (client, fresh) => client.listTools({ fresh }),
  resources: (client, fresh) => client.listResources({ fresh }),
  templates: (client, fresh) => client.listResourceTemplates({ fresh }),
  prompts: (client, fresh) => client.listPrompts({ fresh }),
}

function createList<T>(): Signal<List<T>> {
  return signal<List<T>>({ items: [], loading: false })
}

/** The result is dropped when the client was replaced in the meantime. */
export async function loadList(name: keyof typeof lists, fresh = true): Promise<void> {
  const client = session.value?.client
  if (!client) return
  const list = lists[name] as Signal<List<unknown>>
  list.value = { items: list.value.items, loading: true }
  const next = await fetchers[name](client, fresh).then(
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
      if (known) for (const name of Object.keys(lists) as (keyof typeof lists)[]) void loadList(name, false)
    })
  })
}
