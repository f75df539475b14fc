/** Asks a server for everything that it lists. */
import type { Client, ListOptions } from '../core/index.ts'
import type { Prompt } from '../types/prompts.ts'
import type { Resource, ResourceTemplate } from '../types/resources.ts'
import type { Tool } from '../types/tools.ts'

/** The methods that `readLists()` calls. */
export type ListingClient = Pick<Client, 'listTools' | 'listPrompts' | 'listResources' | 'listResourceTemplates'>

/** Everything that a server lists. */
export interface AllLists {
  /** Its tools. */
  tools: Tool[]
  /** Its prompts. */
  prompts: Prompt[]
  /** Its resources. */
  resources: Resource[]
  /** Its resource templates. */
  resourceTemplates: ResourceTemplate[]
}

/** All lists of a server, past caches, for `generateTypes()`. */
export async function readLists(client: ListingClient, options: ListOptions = {}): Promise<AllLists> {
  const fresh = { cacheMode: 'refresh', ...options } as const
  const [tools, prompts, resources, resourceTemplates] = await Promise.all([
    client.listTools(fresh),
    client.listPrompts(fresh),
    client.listResources(fresh),
    client.listResourceTemplates(fresh),
  ])
  return { tools, prompts, resources, resourceTemplates }
}
