/** Loads the lists of a server and keeps them fresh. */
import type { Client } from '../core/index.ts'
import type { Environment } from '../core/util/environment.ts'
import { keepFresh } from '../shared/keep-fresh.ts'
import { reuseItems } from './observable.ts'
import type { ListName, McpLists } from './types.ts'

const METHODS = { tools: 'listTools', resources: 'listResources', prompts: 'listPrompts' } as const

export interface ListUpdates {
  get(): McpLists
  update(change: Partial<McpLists>): void
  /** Why a list could not be loaded, or why changes are not received; undefined when all is well. */
  onError(error: unknown): void
}

export interface Lists {
  /** Resolves when the tools are there, or could not be loaded. */
  readonly loaded: Promise<void>
  /** Loads all lists again, past caches. Never rejects. */
  refresh(): Promise<void>
  stop(): void
}

export function keepLists(
  environment: Environment,
  client: Client,
  names: readonly ListName[],
  { get, update, onError }: ListUpdates,
): Lists {
  const errors = new Map<ListName | 'listening', unknown>()
  /** The lists that a cache had, and those that were loaded. */
  const known = new Set<ListName>()
  const fresh = keepFresh(environment, client, {
    names,
    isActive: true,
    read,
    onListening: (error) => setError('listening', error),
  })
  const cached = Promise.all(names.map(showCached))
  const started = fresh.start()
  return {
    loaded: Promise.race([started, cached.then(() => (known.has('tools') ? undefined : started))]),
    refresh: fresh.refresh,
    stop: fresh.stop,
  }

  async function read(name: ListName): Promise<boolean> {
    try {
      // What a cache had is shown already, and later loads are made because something may have changed.
      const items = await client[METHODS[name]]({ cacheMode: known.has(name) ? 'refresh' : 'default' })
      known.add(name)
      const before = get()[name]
      const next = reuseItems<unknown>(before, items)
      errors.delete(name)
      update({ [name]: next })
      report()
      return next !== before
    } catch (error) {
      setError(name, error)
      throw error
    }
  }

  /** An answer of the server wins, even an earlier one. */
  async function showCached(name: ListName): Promise<void> {
    try {
      const items = await client[METHODS[name]]({ cacheMode: 'only-if-cached' })
      if (known.has(name)) return
      known.add(name)
      update({ [name]: reuseItems<unknown>(get()[name], items) })
    } catch {
      // There is none.
    }
  }

  function setError(source: ListName | 'listening', error: unknown): void {
    if (error) errors.set(source, error)
    else errors.delete(source)
    report()
  }

  function report(): void {
    onError([...errors.values()][0])
  }
}
