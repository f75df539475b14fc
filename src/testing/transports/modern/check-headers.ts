/** Checks that the headers say the same as the body, so that intermediaries may rely on them. */
import { Fault } from '../../features/request-context.ts'
import { isObject, type Schema } from '../../features/json-schema.ts'
import type { Message } from './message.ts'

/** The parameter that `Mcp-Name` repeats. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Throws -32020 at the first difference. `inputSchema` is that of the tool, if one is called. */
export function checkHeaders(headers: Headers, message: Message, inputSchema?: Schema): void {
  const { method, params = {} } = message
  compare('Mcp-Method', headers.get('mcp-method'), method)
  const key = NAMED[method]
  if (key !== undefined && typeof params[key] === 'string')
    compare('Mcp-Name', decoded(headers, 'Mcp-Name'), params[key])
  if (!inputSchema) return
  for (const { header, path } of mirrored(inputSchema)) {
    const name = `Mcp-Param-${header}`
    compare(name, decoded(headers, name), expected(valueAt(params.arguments, path)))
  }
}

export interface Mirrored {
  header: string
  path: string[]
}

/** The annotated parameters of a tool: those that can be reached through `properties` alone. */
export function mirrored(schema: Schema, path: string[] = []): Mirrored[] {
  if (!isObject(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([key, property]) => {
    if (!isObject(property)) return []
    const header = property['x-mcp-header']
    const own = typeof header === 'string' ? [{ header, path: [...path, key] }] : []
    return [...own, ...mirrored(property, [...path, key])]
  })
}

function compare(name: string, found: string | null, wanted: string | null): void {
  if (found === wanted) return
  const said = found === null ? 'is missing' : `is ${JSON.stringify(found)}`
  throw new Fault(-32020, `${name} ${said}, but the body has ${wanted === null ? 'no value' : JSON.stringify(wanted)}`)
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}

/** As the header has to say it; null where there must be no header. */
function expected(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

function decoded(headers: Headers, name: string): string | null {
  const value = headers.get(name)
  const encoded = value === null ? undefined : /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return encoded === undefined ? value : decode(name, encoded)
}

function decode(name: string, encoded: string): string {
  try {
    if (!BASE64.test(encoded)) throw new Error('not Base64')
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Fault(-32020, `${name} is not valid Base64 of UTF-8: ${encoded}`)
  }
}
