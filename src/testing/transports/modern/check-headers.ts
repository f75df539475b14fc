/** Checks that the headers repeat what the body says, so that intermediaries may rely on them. */
import type { Schema } from '../../features/json-schema.ts'
import { HEADER_MISMATCH } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isObject } from '../../util/is-object.ts'
import type { Message } from './message.ts'

/** The parameter that `Mcp-Name` repeats. */
const NAME_PARAMETERS: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Throws HEADER_MISMATCH at the first difference. `inputSchema` is that of the tool, if one is called. */
export function checkHeaders(headers: Headers, message: Message, inputSchema?: Schema): void {
  const { method, params = {} } = message
  compare('Mcp-Method', headers.get('mcp-method'), method)
  const key = NAME_PARAMETERS[method]
  if (key !== undefined && typeof params[key] === 'string') {
    compare('Mcp-Name', decodedHeader(headers, 'Mcp-Name'), params[key])
  }
  if (!inputSchema) return
  for (const { header, path } of findParamHeaders(inputSchema)) {
    const name = `Mcp-Param-${header}`
    compare(name, decodedHeader(headers, name), headerValue(valueAt(params.arguments, path)))
  }
}

export interface ParamHeader {
  header: string
  path: string[]
}

/** The annotated parameters of a tool: those that can be reached through `properties` alone. */
export function findParamHeaders(schema: Schema, path: string[] = []): ParamHeader[] {
  if (!isObject(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([key, property]) => {
    if (!isObject(property)) return []
    const header = property['x-mcp-header']
    const own = typeof header === 'string' ? [{ header, path: [...path, key] }] : []
    return [...own, ...findParamHeaders(property, [...path, key])]
  })
}

function compare(name: string, actual: string | null, expected: string | null): void {
  if (actual === expected) return
  const found = actual === null ? 'is missing' : `is ${JSON.stringify(actual)}`
  const wanted = expected === null ? 'no value' : JSON.stringify(expected)
  throw new ProtocolError(HEADER_MISMATCH, `${name} ${found}, but the body has ${wanted}`)
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}

/** The header that the value requires; null where there must be none. */
function headerValue(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

function decodedHeader(headers: Headers, name: string): string | null {
  const value = headers.get(name)
  const encoded = value === null ? undefined : /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return encoded === undefined ? value : decodeBase64(name, encoded)
}

function decodeBase64(name: string, encoded: string): string {
  try {
    if (!BASE64.test(encoded)) throw new Error('not Base64')
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ProtocolError(HEADER_MISMATCH, `${name} is not valid Base64 of UTF-8: ${encoded}`)
  }
}
