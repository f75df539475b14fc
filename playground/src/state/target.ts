/** A server to connect to and how: the values of the form, what is wrong with them, and what of them may be stored. */
import type { ProtocolVersion, TransportOption } from 'mcp-over-fetch'
import { isObject } from '../../../src/core/util/is-object.ts'

export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export interface Target {
  url: string
  transport: TransportOption
  version: 'auto' | ProtocolVersion
  auth: 'none' | 'bearer' | 'oauth'
  /** Kept in memory only. */
  token: string
  /** Sent besides a token or a sign-in. One `name: value` per line; the values are kept in memory only. */
  headers: string
  oauthDriver: 'popup' | 'redirect'
  scope: string
  /** Of an application that the authorization server knows already; empty: registered by the page. */
  clientId: string
  /** Kept in memory only. */
  clientSecret: string
  /** The authorization server that knows the client id; the id is sent to no other. */
  issuer: string
  /** The HTTPS address of a client ID metadata document. */
  clientMetadataUrl: string
  /** The address of a relay on this machine, with its key; empty: none. Kept in this tab only. */
  relay: string
  /** Milliseconds that a call may wait without a message. Undefined: the default of the client, as for the next two. */
  timeout?: number | undefined
  /** Milliseconds that a call may take in all. */
  maxTotalTimeout?: number | undefined
  /** Milliseconds without traffic before the session is kept alive by a request; 0 is off. */
  keepAlive?: number | undefined
}

export const emptyTarget: Target = {
  url: '',
  transport: 'auto',
  version: 'auto',
  auth: 'none',
  token: '',
  headers: '',
  oauthDriver: 'popup',
  scope: '',
  clientId: '',
  clientSecret: '',
  issuer: '',
  clientMetadataUrl: '',
  relay: '',
}

/** The server of a link, with how to connect to it. Undefined when it is not an HTTP URL. */
export function readLink(text: string): Partial<Target> | undefined {
  const query = new URLSearchParams(text)
  const url = query.get('server')
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const { username, password } = new URL(url)
  if (username || password) return undefined
  const transport = query.get('transport')
  const version = revisions.find((known) => known === query.get('version'))
  const relay = readRelay(query.get('relay'))
  return {
    url,
    ...((transport === 'streamable-http' || transport === 'sse') && { transport }),
    ...(version && { version }),
    ...(relay && { relay }),
  }
}

/** Only a relay on this machine: any other one could read all that is sent, and a link may come from anybody. */
function readRelay(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return ''
  const { protocol, hostname, username, password } = new URL(address)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return isHere && /^https?:$/.test(protocol) && !username && !password ? address : ''
}

/** Corrects what people paste: blanks around it, and an address without `http://`. */
export function completeUrl(text: string): string {
  const url = text.trim()
  if (url === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url
  // `localhost:3000` is a URL with the scheme "localhost" for the platform.
  if (/^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+)(:\d+)?([/?#]|$)/i.test(url))
    return `http://${url}`
  return /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(url) || /^[\w-]+:\d+([/?#]|$)/.test(url) ? `https://${url}` : url
}

/** Why an address cannot be connected to, as a sentence; undefined when it can. */
export function findUrlProblem(url: string): string | undefined {
  if (url === '') return 'Enter the URL of an MCP server, such as https://tools.example.com/mcp.'
  if (!/^https?:\/\//i.test(url))
    return 'The URL must begin with https:// or http://. A page cannot start programs (stdio).'
  if (!URL.canParse(url)) return 'This is not a valid URL. Check the spelling.'
  const { username, password } = new URL(url)
  return username || password
    ? 'Remove the credentials before the @, and enter a token under Authorization.'
    : undefined
}

/** The origin of an address without a path, whose catalog can be looked up; undefined for any other one. */
export function findDomain(text: string): string | undefined {
  const url = completeUrl(text)
  if (findUrlProblem(url)) return undefined
  const { origin, hostname, pathname, search, hash } = new URL(url)
  const isWhole = /\.|^localhost$|:/.test(hostname)
  return isWhole && pathname === '/' && search === '' && hash === '' ? origin : undefined
}

/** Why a line is not a header, as a sentence; undefined when all are. */
export function findHeaderProblem(text: string, auth: Target['auth'] = 'none'): string | undefined {
  const lines = text.split('\n')
  const wrong = lines.findIndex((line) => line.trim() !== '' && !/^\s*[!#$%&'*+.^_`|~\w-]+\s*:/.test(line))
  const empty = lines.findIndex((line) => /^[^:]+:\s*$/.test(line))
  const second = auth === 'none' ? -1 : lines.findIndex((line) => /^\s*authorization\s*:/i.test(line))
  if (wrong < 0 && empty >= 0)
    return `Line ${empty + 1} has no value. Values are not stored: enter it again, or remove the line.`
  if (wrong < 0 && second >= 0)
    return `Line ${second + 1} is already set by the ${auth === 'bearer' ? 'token' : 'sign-in'}. Remove one of the two.`
  if (wrong < 0) return undefined
  const name = /^\s*([\w-]+)\s+\S/.exec(lines[wrong]!)?.[1]
  return `Line ${wrong + 1} is not a header. Write a colon between name and value${name ? `, as in "${name.slice(0, 40)}: …"` : ''}.`
}

/** Lines that are not `name: value` are ignored. */
export function parseHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(lines)
}

type StoredTarget = Omit<Target, 'token' | 'headers' | 'clientSecret' | 'relay'> & { headerNames?: string[] }

/** What may be stored: everything but secrets. Of the custom headers, their names. */
export function withoutSecrets({ token: _, headers, clientSecret: __, relay: ___, ...rest }: Target): StoredTarget {
  const headerNames = Object.keys(parseHeaders(headers))
  return { ...rest, ...(headerNames.length > 0 && { headerNames }) }
}

/** Whether somebody has to enter a secret before this target can be connected to. */
export function lacksSecrets({ auth, token, headers }: Target): boolean {
  return (auth === 'bearer' && token === '') || Object.values(parseHeaders(headers)).includes('')
}

/** A target from storage or from a file, which may hold anything. */
export function readTarget(value: unknown): Target | undefined {
  if (!isObject(value) || typeof value.url !== 'string' || findUrlProblem(value.url)) return undefined
  const oneOf = <T extends string>(known: readonly T[], text: unknown, otherwise: T) =>
    known.find((name) => name === text) ?? otherwise
  const text = (name: string) => (typeof value[name] === 'string' ? (value[name] as string).slice(0, 2_000) : '')
  return {
    ...emptyTarget,
    url: value.url,
    transport: oneOf(['auto', 'streamable-http', 'sse'], value.transport, 'auto'),
    version: oneOf(['auto', ...revisions], value.version, 'auto'),
    auth: oneOf(['none', 'bearer', 'oauth'], value.auth, 'none'),
    headers: readHeaderNames(value.headerNames),
    oauthDriver: oneOf(['popup', 'redirect'], value.oauthDriver, 'popup'),
    scope: text('scope'),
    clientId: text('clientId'),
    issuer: text('issuer'),
    clientMetadataUrl: text('clientMetadataUrl'),
    relay: readRelay(value.relay),
    timeout: readDuration(value.timeout),
    maxTotalTimeout: readDuration(value.maxTotalTimeout),
    keepAlive: readDuration(value.keepAlive),
  }
}

const readDuration = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

/** Lines that wait for their values. */
function readHeaderNames(names: unknown): string {
  const known = (Array.isArray(names) ? names : []).filter(
    (name): name is string => typeof name === 'string' && /^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name),
  )
  return known
    .slice(0, 20)
    .map((name) => `${name}: `)
    .join('\n')
}
