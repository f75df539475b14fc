/** The types of a connected server as a file, and the program that uses it. */
import type { Client } from 'mcp-over-fetch'
import { generateTypes, readLists } from '../../../src/typegen/index.ts'
import { nonEmptyString } from '../ui/json.ts'
import { writeSnippet } from './snippet.ts'
import type { CodeSource } from './source.ts'

export interface GeneratedTypes {
  /** The name of the file. */
  file: string
  text: string
  /** A program that connects with the types. */
  usage: string
}

/** The text is that of `npx mcp-over-fetch types`, so that its `--check` can compare the file. */
export async function writeTypes(
  client: Client,
  target: CodeSource['target'],
  signal: AbortSignal,
): Promise<GeneratedTypes> {
  const { origin, pathname } = new URL(target.url)
  const header = `Written by: npx mcp-over-fetch types ${origin}${pathname}`
  const lists = await readLists(client, { signal })
  const text = await generateTypes(lists, { header, name: nonEmptyString(client.server.info?.name) })
  const [, name = 'Server'] = /^export interface (\w+) \{$/m.exec(text) ?? []
  const file = `${name.replace(/([a-z\d])(?=[A-Z])/g, '$1-').toLowerCase()}.ts`
  return { file, text, usage: writeSnippet({ target, actions: [], types: { name, file } }) }
}
