/** The four lists of a server, for promises that hold for each of them. */
import type { Client } from '../../../../src/core/index.ts'

interface List {
  key: string
  method: string
  /** A valid item of this list, and of no other. */
  item(name: string): object
  list(client: Client): Promise<{ name: string }[]>
}

export const everyList: readonly List[] = [
  {
    key: 'tools',
    method: 'tools/list',
    item: (name) => ({ name, inputSchema: { type: 'object' } }),
    list: (client) => client.listTools(),
  },
  { key: 'prompts', method: 'prompts/list', item: (name) => ({ name }), list: (client) => client.listPrompts() },
  {
    key: 'resources',
    method: 'resources/list',
    item: (name) => ({ name, uri: `test://${name}` }),
    list: (client) => client.listResources(),
  },
  {
    key: 'resourceTemplates',
    method: 'resources/templates/list',
    item: (name) => ({ name, uriTemplate: `test://{${name}}` }),
    list: (client) => client.listResourceTemplates(),
  },
]
