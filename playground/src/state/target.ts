/** What a person wants to connect to: the form, the link that fills it, and the servers used before. */
import { signal } from '@preact/signals'
import type { ProtocolVersion, Transport } from 'mcp-over-fetch'
import { readStored, store } from './storage.ts'

export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export interface Target {
  url: string
  transport: Transport
  version: 'auto' | ProtocolVersion
  auth: 'none' | 'bearer' | 'headers' | 'oauth'
  /** Kept in memory only. */
  token: string
  /** One `name: value` a line; kept in memory only. */
  headers: string
  oauthWay: 'popup' | 'redirect'
  scope: string
}

export const blank: Target = {
  url: '',
  transport: 'auto',
  version: 'auto',
  auth: 'none',
  token: '',
  headers: '',
  oauthWay: 'popup',
  scope: '',
}

export const target = signal<Target>(blank)

export function change(part: Partial<Target>): void {
  target.value = { ...target.value, ...part }
}

/** A link fills the form and never connects: who clicks on it may not know where it leads. */
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

/** Without anything secret: a link is made to be passed on. */
export function writeLink(base: string, { url, transport, version }: Target): string {
  const link = new URL(base)
  link.search = ''
  link.hash = ''
  link.searchParams.set('server', url)
  if (transport !== 'auto') link.searchParams.set('transport', transport)
  if (version !== 'auto') link.searchParams.set('version', version)
  return link.href
}

const RECENT = 'recent servers'
const MOST_RECENT = 6

export const recent = signal<string[]>(readRecent())

export function remember(url: string): void {
  recent.value = [url, ...recent.value.filter((known) => known !== url)].slice(0, MOST_RECENT)
  store('local', RECENT, recent.value)
}

export function forgetRecent(): void {
  recent.value = []
  store('local', RECENT, undefined)
}

function readRecent(): string[] {
  const value = readStored('local', RECENT)
  return Array.isArray(value) ? value.filter((url) => typeof url === 'string').slice(0, MOST_RECENT) : []
}
