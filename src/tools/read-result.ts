/** The tool with which a model reads what was left out of a result. */
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { valueAt } from './json-path.ts'
import { toModelContent, toText } from './model-content.ts'
import { beginning, measure, shorten } from './shorten.ts'
import type { ModelTool } from './types.ts'

const DESCRIPTION =
  'Reads more of a result that was shortened. Give its handle and one of: a path, a query, or a range of characters.'

const PARAMETERS: ObjectSchema = {
  type: 'object',
  properties: {
    handle: { type: 'string', description: 'The handle in the notice at the end of the shortened result' },
    path: { type: 'string', description: 'Of JSON: a JSON pointer such as /items/3/name' },
    query: { type: 'string', description: 'Finds this text, and shows what stands around it' },
    start: { type: 'integer', description: 'The first character, from 0' },
    end: { type: 'integer', description: 'The character after the last' },
  },
  required: ['handle'],
}

/** Characters around a match, matches of one answer, and characters of a query. */
const AROUND = 150
const MAX_MATCHES = 20
const MAX_QUERY = 100

/** The answers have at most so many bytes, beside a sentence. */
export function readResultTool(
  name: string,
  bytes: number,
  load: (handle: string) => Promise<string | undefined>,
): ModelTool {
  const annotations = { readOnlyHint: true, destructiveHint: false }
  return {
    name,
    description: DESCRIPTION,
    parameters: PARAMETERS,
    annotations,
    pinned: true,
    definition: { name, description: DESCRIPTION, inputSchema: PARAMETERS, annotations },
    async call(args = {}, { signal } = {}) {
      signal?.throwIfAborted()
      return read(args as Record<string, unknown>)
    },
    toModelContent,
  }

  async function read({ handle, path, query, start, end }: Record<string, unknown>): Promise<CallToolResult> {
    const whole = typeof handle === 'string' ? await load(handle) : undefined
    if (whole === undefined) return failure('There is no result with this handle, or no longer. Call the tool again.')
    const text = path === undefined ? whole : valueAt(whole, `${path}`)
    if (text === undefined) return failure('The result is not JSON, or has nothing at this path.')
    if (query !== undefined) return answer(beginning(find(text, `${query}`.slice(0, MAX_QUERY)), bytes))
    if (path !== undefined && start === undefined && end === undefined && measure(text, bytes) > bytes) {
      return answer(
        shorten(text, bytes),
        `Shortened. It has ${text.length} characters: add to the path, or start and end.`,
      )
    }
    const from = Math.min(toIndex(start, 0), text.length)
    const part = beginning(text.slice(from, toIndex(end, text.length)), bytes)
    const to = from + part.length
    return answer(
      part,
      `Characters ${from} to ${to} of ${text.length}.${to < text.length ? ` Go on with start ${to}.` : ''}`,
    )
  }
}

function answer(text: string, note?: string): CallToolResult {
  return { content: [toText(text), ...(note === undefined ? [] : [toText(`[${note}]`)])] }
}

const failure = (text: string): CallToolResult => ({ content: [toText(text)], isError: true })

/** Models write numbers as texts too. */
function toIndex(value: unknown, absent: number): number {
  const index = Math.floor(Number(value ?? absent))
  return index >= 0 ? index : absent
}

/** What stands around each place of the query, with the places. */
function find(text: string, query: string): string {
  const found: string[] = []
  let at = text.indexOf(query)
  while (at >= 0 && query !== '' && found.length < MAX_MATCHES) {
    // Whole characters: the beginning or end of a pair is left out.
    const around = text.slice(Math.max(0, at - AROUND), at + query.length + AROUND)
    found.push(`[at ${at}] ${around.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')}`)
    at = text.indexOf(query, at + query.length + AROUND)
  }
  if (found.length === 0) return '[Nothing found. Upper and lower case differ.]'
  return `${found.join('\n')}${at >= 0 ? `\n[There are more after ${at}]` : ''}`
}
