/** What the server has to offer: tools, resources, templates and prompts, each list with its own fate. */
import { effect, type Signal, signal, untracked } from '@preact/signals'
import type { Client, Prompt, Resource, ResourceTemplate, Tool } from 'mcp-over-fetch'
import { session } from './session.ts'

export interface List<T> {
  items: readonly T[]
  loading: boolean
  error?: unknown
}

const lists = {
  tools: list<Tool>(),
  resources: list<Resource>(),
  templates: list<ResourceTemplate>(),
  prompts: list<Prompt>(),
}

export const catalog: typeof lists = lists

const readers: { [K in keyof typeof lists]: (client: Client, fresh: boolean) => Promise<unknown[]> } = {
  tools: (client, fresh) => client.listTools({ fresh }),
  resources: (client, fresh) => client.listResources({ fresh }),
  templates: (client, fresh) => client.listResourceTemplates({ fresh }),
  prompts: (client, fresh) => client.listPrompts({ fresh }),
}

function list<T>(): Signal<List<T>> {
  return signal<List<T>>({ items: [], loading: false })
}

/** Gives up silently when the client is no longer the one in use. */
export async function load(name: keyof typeof lists, fresh = true): Promise<void> {
  const client = session.value?.client
  if (!client) return
  const place = lists[name] as Signal<List<unknown>>
  place.value = { items: place.value.items, loading: true }
  const next = await readers[name](client, fresh).then(
    (items) => ({ items, loading: false }),
    (error: unknown) => ({ items: place.value.items, loading: false, error }),
  )
  if (session.value?.client === client) place.value = next
}

/** Begins to follow the connection: a new one is asked for everything it has. */
export function followSession(): void {
  effect(() => {
    const known = session.value
    untracked(() => {
      for (const place of Object.values(lists) as Signal<List<unknown>>[]) place.value = { items: [], loading: false }
      if (known) for (const name of Object.keys(lists) as (keyof typeof lists)[]) void load(name, false)
    })
  })
}
