/** Looking up the servers of a domain. Its catalog is requested here, and nothing else. */
import { type Signal, signal } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import type { CatalogEntry } from '../../../src/discover/index.ts'

/** An entry of a catalog that is not listed. */
export interface RefusedEntry {
  identifier: unknown
  reason: string
  /** A catalog on another origin, which can be looked up next. */
  catalog?: string | undefined
}

export type LookupResult = { entries: readonly CatalogEntry[]; refused: readonly RefusedEntry[] } | { error: unknown }

export interface Lookup {
  /** The origin, or the URL of a catalog. */
  url: string
  /** Undefined until the catalog was read. */
  result: Signal<LookupResult | undefined>
  cancel(): void
}

/** The latest one, until it is closed. It stays through attempts to connect, so that another server can be tried. */
export const lookup: Signal<Lookup | undefined> = signal(undefined)

/** Never rejects. */
export async function lookUp(url: string): Promise<void> {
  closeLookup()
  const leaving = new AbortController()
  const result: Lookup['result'] = signal(undefined)
  lookup.value = { url, result, cancel: () => leaving.abort() }
  try {
    const { discover } = await import('../../../src/discover/index.ts')
    const refused: RefusedEntry[] = []
    const onInvalid = (entry: unknown, reason: string) => refused.push(readRefused(entry, reason, url))
    result.value = { entries: await discover(url, { signal: leaving.signal, onInvalid }), refused }
  } catch (error) {
    result.value = { error }
  }
}

export function closeLookup(): void {
  lookup.value?.cancel()
  lookup.value = undefined
}

function readRefused(entry: unknown, message: string, from: string): RefusedEntry {
  const { identifier, type, url } = isObject(entry) ? entry : {}
  // The advice at the end is for programs.
  const reason = message.replace(/ Show it to the user, then pass "allowUrl"$/, '')
  const isElsewhere = reason !== message && type === 'application/ai-catalog+json' && URL.canParse(`${url}`, from)
  return { identifier, reason, catalog: isElsewhere ? new URL(`${url}`, from).href : undefined }
}
