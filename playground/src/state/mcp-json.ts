/** `mcp.json`, the list of servers that editors and desktop clients keep: reading and writing it. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson, toJson } from '../ui/json.ts'
import type { SavedServer } from './saved-servers.ts'
import { completeUrl, emptyTarget, findUrlProblem, parseHeaders, type Target } from './target.ts'

export interface ReadServers {
  servers: SavedServer[]
  /** A message that counts the imported servers and those that were left out, with the reason. */
  sentence: string
}

/** Editors write the list as `mcpServers`, `servers` or `context_servers`. */
export function readMcpJson(text: string): ReadServers {
  const file = parseJson(text)
  const list = isObject(file) ? (file.mcpServers ?? file.servers ?? file.context_servers) : undefined
  if (!isObject(list)) return { servers: [], sentence: 'This is not an mcp.json file: "mcpServers" is missing.' }
  const entries = Object.entries(list).slice(0, 100)
  const servers = entries.flatMap(([name, entry]) => readServer(name, entry) ?? [])
  const programs = entries.filter(([, entry]) => isObject(entry) && typeof entry.command === 'string').length
  const others = entries.length - servers.length - programs
  const parts = [
    servers.length === 1 ? '1 server imported.' : `${servers.length} servers imported.`,
    programs > 0 && `${programs} skipped: a page cannot start programs (stdio).`,
    others > 0 && `${others} skipped: no HTTP URL.`,
  ]
  return { servers, sentence: parts.filter(Boolean).join(' ') }
}

function readServer(name: string, entry: unknown): SavedServer | undefined {
  if (!isObject(entry)) return undefined
  const address = entry.url ?? entry.serverUrl ?? entry.httpUrl
  const url = typeof address === 'string' ? completeUrl(address) : ''
  if (url === '' || findUrlProblem(url)) return undefined
  const transport: Target['transport'] = entry.type === 'sse' || entry.transport === 'sse' ? 'sse' : 'auto'
  return { name: name.slice(0, 100), target: { ...emptyTarget, url, transport, ...readHeaders(entry.headers) } }
}

const BEARER = /^bearer\s+(.+)$/i

/** Their values stay in memory: they hold secrets. */
function readHeaders(headers: unknown): Partial<Target> {
  const entries = isObject(headers) ? Object.entries(headers).filter(([, value]) => typeof value === 'string') : []
  const bearer = entries.find(([name, value]) => /^authorization$/i.test(name) && BEARER.test(String(value)))
  const others = entries.filter((entry) => entry !== bearer)
  return {
    headers: others.map(([name, value]) => `${name}: ${String(value).replace(/[\r\n]+/g, ' ')}`).join('\n'),
    ...(bearer && { auth: 'bearer', token: BEARER.exec(String(bearer[1]))![1]! }),
  }
}

/** Placeholders instead of secrets. */
export function writeMcpJson(servers: readonly SavedServer[]): string {
  const names = new Set<string>()
  const entries = servers.map(({ name, target: { url, transport, auth, headers: own } }) => {
    let unique = name
    for (let count = 2; names.has(unique); count++) unique = `${name} ${count}`
    names.add(unique)
    const headers = {
      ...(auth === 'bearer' && { Authorization: 'Bearer your-token' }),
      ...Object.fromEntries(Object.keys(parseHeaders(own)).map((header) => [header, 'your-value'])),
    }
    const hasHeaders = Object.keys(headers).length > 0
    return [unique, { type: transport === 'sse' ? 'sse' : 'http', url, ...(hasHeaders && { headers }) }]
  })
  return `${toJson({ mcpServers: Object.fromEntries(entries) })}\n`
}
