/** The names of the mock's realms that a page uses, which are part of their addresses. */
import { readStored, writeStored } from './storage.ts'

const PAGE_KEY = 'mock realms'

/** Part of every realm's name, so that faults injected here do not reach other visitors. It survives a reload. */
export const pageId: string = readPageId()

function readPageId(): string {
  const stored = readStored('tab', PAGE_KEY)
  if (typeof stored === 'string' && /^[\da-f-]{36}$/.test(stored)) return stored
  const id = crypto.randomUUID()
  writeStored('tab', PAGE_KEY, id)
  return id
}

export function realmName(preset: string): string {
  return `play-${preset}-${pageId}`
}

/** The preset whose realm this is the address of, of this page or of any. */
export function presetOf(url: string, id = pageId): string | undefined {
  return new RegExp(`/r/play-([\\w-]+)-${id}/`).exec(url)?.[1]
}

export function isMockUrl(url: string): boolean {
  return presetOf(url, '[\\da-f]{8}-[\\da-f-]{27}') !== undefined
}
