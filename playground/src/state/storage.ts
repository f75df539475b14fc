/** JSON in web storage: local storage for harmless settings, session storage (`tab`) for everything else. */
import { parseExactJson } from '../ui/exact-json.ts'

type StorageKind = 'local' | 'tab'

const storages = { local: () => localStorage, tab: () => sessionStorage }

/** Undefined also when the browser refuses access to storage. */
export function readStored(kind: StorageKind, key: string): unknown {
  try {
    return parseExactJson(storages[kind]().getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(kind: StorageKind, key: string, value: unknown): void {
  try {
    if (value === undefined) storages[kind]().removeItem(key)
    else storages[kind]().setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full or forbidden; the page works without it.
  }
}
