/** Walks through the lists of a server, page by page. */
import { isObject } from '../../src/core/util/is-object.ts'
import type { Exchange } from './http.ts'
import type { Asked, Connection } from './server.ts'

export type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts'

export interface ListKind {
  name: ListName
  method: string
  /** The member of the server's capabilities that announces it. */
  capability: 'tools' | 'resources' | 'prompts'
  /** What identifies an item. */
  key: string
  /** The schema of a page. */
  schema: 'ListToolsResult' | 'ListResourcesResult' | 'ListResourceTemplatesResult' | 'ListPromptsResult'
}

export const listKinds: readonly ListKind[] = [
  { name: 'tools', method: 'tools/list', capability: 'tools', key: 'name', schema: 'ListToolsResult' },
  { name: 'resources', method: 'resources/list', capability: 'resources', key: 'uri', schema: 'ListResourcesResult' },
  {
    name: 'resourceTemplates',
    method: 'resources/templates/list',
    capability: 'resources',
    key: 'uriTemplate',
    schema: 'ListResourceTemplatesResult',
  },
  { name: 'prompts', method: 'prompts/list', capability: 'prompts', key: 'name', schema: 'ListPromptsResult' },
]

export interface Listed {
  kind: ListKind
  /** One for each page that was asked for. */
  pages: Asked[]
  items: Record<string, unknown>[]
  /** Why the walk did not end as it should. */
  trouble?: 'refused' | 'repeated cursor' | 'too many pages'
}

const MAX_PAGES = 50

export async function walkList(connection: Connection, kind: ListKind): Promise<Listed> {
  const listed: Listed = { kind, pages: [], items: [] }
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const asked = await connection.ask(kind.method, cursor === undefined ? {} : { cursor })
    listed.pages.push(asked)
    const { result } = asked.answer ?? {}
    const items = result?.[kind.name]
    if (!Array.isArray(items)) return { ...listed, trouble: 'refused' }
    listed.items.push(...items.filter(isObject))
    const next = result?.nextCursor
    // Only its absence is the end: an empty string is a cursor.
    cursor = typeof next === 'string' ? next : undefined
    if (cursor === undefined) break
    if (cursors.has(cursor)) return { ...listed, trouble: 'repeated cursor' }
    cursors.add(cursor)
    if (listed.pages.length >= MAX_PAGES) return { ...listed, trouble: 'too many pages' }
  } while (cursor !== undefined)
  return listed
}

export function capabilitiesOf({ introduction }: Connection): Record<string, unknown> {
  return isObject(introduction.capabilities) ? introduction.capabilities : {}
}

/** The exchanges of all pages. */
export function pagesOf(lists: readonly Listed[]): Exchange[] {
  return lists.flatMap(({ pages }) => pages.map(({ exchange }) => exchange))
}
