/** The servers that this browser remembers, without secrets, if the user wants that. */
import { signal } from '@preact/signals'
import { isMockUrl } from './mock-url.ts'
import { readStored, writeStored } from './storage.ts'
import { readTarget, type Target, withoutSecrets } from './target.ts'

export interface SavedServer {
  /** Given by the user, or the URL. */
  name: string
  target: Target
}

const SERVERS_KEY = 'servers'
const CHOICE_KEY = 'remember servers'
const MAX_SERVERS = 30

/** Where the standing answers to a server are stored, which go with it. */
export const answersKey = (url: string): string => `answers ${url}`

export const rememberServers = signal(readStored('local', CHOICE_KEY) !== false)
/** The one connected to last is first. */
export const savedServers = signal<readonly SavedServer[]>(readServers())

export function setRememberServers(on: boolean): void {
  rememberServers.value = on
  writeStored('local', CHOICE_KEY, on ? undefined : false)
  if (!on) setServers([])
}

/** Realms of the mock server end with the tab, so they are not remembered. */
export function rememberServer(target: Target): void {
  if (!rememberServers.value || isMockUrl(target.url)) return
  const known = savedServers.value.find((server) => server.target.url === target.url)
  addServers([{ name: known?.name ?? defaultName(target.url), target }])
}

/** Servers of the same address are replaced. */
export function addServers(added: readonly SavedServer[]): void {
  const urls = new Set(added.map(({ target }) => target.url))
  setServers([...added, ...savedServers.value.filter(({ target }) => !urls.has(target.url))])
}

export function renameServer(url: string, name: string): void {
  setServers(savedServers.value.map((server) => (server.target.url === url ? { ...server, name } : server)))
}

export function forgetServer(url: string): void {
  setServers(savedServers.value.filter(({ target }) => target.url !== url))
}

export function defaultName(url: string): string {
  const { host, pathname } = new URL(url)
  return host + (pathname === '/' ? '' : pathname)
}

function setServers(servers: readonly SavedServer[]): void {
  const before = savedServers.peek()
  savedServers.value = servers.slice(0, MAX_SERVERS)
  const urls = new Set(savedServers.peek().map(({ target }) => target.url))
  for (const { target } of before) if (!urls.has(target.url)) writeStored('local', answersKey(target.url), undefined)
  const stored = savedServers.value.map(({ name, target }) => ({ ...withoutSecrets(target), name }))
  writeStored('local', SERVERS_KEY, stored.length > 0 ? stored : undefined)
}

function readServers(): SavedServer[] {
  const stored = readStored('local', SERVERS_KEY)
  return (Array.isArray(stored) ? stored : []).slice(0, MAX_SERVERS).flatMap((entry: unknown) => {
    const target = readTarget(entry)
    if (!target) return []
    const { name } = entry as { name?: unknown }
    return [{ name: typeof name === 'string' && name ? name.slice(0, 100) : defaultName(target.url), target }]
  })
}
