/** The connection form: its values, the link that fills it in, and the list of recent servers. */
import { signal } from '@preact/signals'
import type { ProtocolVersion, TransportOption } from 'mcp-over-fetch'
import { readStored, writeStored } from './storage.ts'

export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export interface Target {
  url: string
  transport: TransportOption
  version: 'auto' | ProtocolVersion
  auth: 'none' | 'bearer' | 'headers' | 'oauth'
  /** Kept in memory only. */
  token: string
  /** One `name: value` per line; kept in memory only. */
  headers: string
  oauthDriver: 'popup' | 'redirect'
  scope: string
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
}

export const target = signal<Target>(emptyTarget)

export function updateTarget(part: Partial<Target>): void {
  target.value = { ...target.value, ...part }
}

/** A link only fills in the form: connecting without a click would let any link choose the server. */
export function readLink(search: string): Partial<Target> | undefined {
  const query = new URLSearchParams(search)
  const url = query.get('server')
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const transport = query.get('transport')
  const version = revisions.find((known) => known === query.get('version'))
  return {
    url,
    ...((transport === 'streamable-http' || transport === 'sse') && { transport }),
    ...(version && { version }),
  }
}

/** Without secrets, because links are shared. */
export function writeLink(base: string, { url, transport, version }: Target): string {
  const link = new URL(base)
  link.search = ''
  link.hash = ''
  link.searchParams.set('server', url)
  if (transport !== 'auto') link.searchParams.set('transport', transport)
  if (version !== 'auto') link.searchParams.set('version', version)
  return link.href
}

/** Lines that are not `name: value` are ignored. */
export function parseHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(lines)
}

const RECENT_KEY = 'recent servers'
const MAX_RECENT = 6

export const recentServers = signal<string[]>(readRecentServers())

export function rememberServer(url: string): void {
  recentServers.value = [url, ...recentServers.value.filter((known) => known !== url)].slice(0, MAX_RECENT)
  writeStored('local', RECENT_KEY, recentServers.value)
}

export function forgetRecentServers(): void {
  recentServers.value = []
  writeStored('local', RECENT_KEY, undefined)
}

function readRecentServers(): string[] {
  const value = readStored('local', RECENT_KEY)
  return Array.isArray(value) ? value.filter((url) => typeof url === 'string').slice(0, MAX_RECENT) : []
}
