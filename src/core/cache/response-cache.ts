/** Answers that a server allows to keep (server/utilities/caching): while they are fresh, nobody asks again. */

import type { Params } from '../../types/jsonrpc.ts'
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'
import type { Era } from '../era.ts'
import { ConnectionError } from '../errors.ts'
import type { Wire } from '../http/http-client.ts'
import type { CallOptions } from '../options.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Emitter } from '../util/emitter.ts'

/** However long a server would have an answer kept, in milliseconds. */
const MOST_TTL = 86_400_000

/** Characters of one answer. */
const MOST_LENGTH = 4_000_000

/** Milliseconds for a store to find something. */
const STORE_LIMIT = 1_000

/** What a notification makes stale. */
const STALE: Record<string, readonly string[]> = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
  // It may name a part of what was read under another address.
  'notifications/resources/updated': ['resources/read'],
}

type Result = Record<string, unknown>

export interface Question {
  method: string
  params: Params
  /** Of the call that asks. */
  options?: CallOptions | undefined
  /** Until when to look, if not by the options. */
  deadline?: Deadline
  /** Whether to ask the server in any case. */
  anew?: boolean | undefined
  mayKeep?(result: Result): boolean
}

export interface Cache {
  /** What was kept if it is fresh, else what `ask` brings. */
  answer(era: Pick<Era, 'caching'>, question: Question, ask: () => Promise<Result>): Promise<Result>
  /** What was kept, if it is fresh. */
  peek(question: Question): Promise<Result | undefined>
  /** Forgets every answer to this method. */
  drop(method: string): void
}

/** What is going on with the answers to one method. */
interface Shelf {
  /** Counts what made answers stale, so that one under way is not kept after it. */
  generation: number
  /** Deletions that the store has not confirmed: until then it may still show what is gone. */
  dropping: number
  /** One page of a list was private, so all are. */
  isPrivate: boolean
}

/** An answer on its way to the store. */
interface Kept {
  /** Of who asked, who may be somebody else by now. */
  key: string | undefined
  generation: number
  /** Undefined for what is only to be forgotten. */
  text: string | undefined
  ttl: number
  isPublic: boolean
}

/** Clients that share a store share this. */
const shelves = new WeakMap<ResponseCache, Map<string, Shelf>>()

export function createCache(
  wire: Wire,
  given: ResponseCache,
  notices: Emitter<[string, Params]>,
  closing: AbortSignal,
  isCaching: () => boolean,
): Cache {
  const { environment, settings } = wire
  const store = settings.cache === false ? undefined : (settings.cache ?? given)
  // Which extensions a client declares may change what it is shown.
  const extensions = Object.keys(settings.extensions).join()
  notices.subscribe((method) => {
    if (Object.hasOwn(STALE, method)) STALE[method]!.forEach(drop)
  })
  return { answer, peek, drop }

  async function peek(question: Question): Promise<Result | undefined> {
    return store && (await look(question)).fresh
  }

  async function answer(
    { caching }: Pick<Era, 'caching'>,
    question: Question,
    ask: () => Promise<Result>,
  ): Promise<Result> {
    if (!store || !caching) return ask()
    const { method, anew, mayKeep = () => true } = question
    const shelf = shelfOf(method)
    const { generation } = shelf
    const { key, fresh, stale } = anew ? {} : await look(question)
    if (fresh) return fresh
    try {
      const result = await ask()
      // As it is now: the result belongs to the caller, who may change it.
      const { ttlMs, cacheScope } = result
      const ttl = typeof ttlMs === 'number' ? Math.min(ttlMs, MOST_TTL) : 0
      const text = ttl > 0 ? toText(result) : undefined
      const isPublic = cacheScope === 'public'
      if (mayKeep(result)) void attempt(() => keepFor(question, { key, generation, text, ttl, isPublic }))
      return result
    } catch (error) {
      if (!stale || !isOutage(error)) throw error
      wire.warn(`${method} failed, so an answer was used that is out of date`, error)
      return stale
    }
  }

  async function look(question: Question): Promise<{ key: string; fresh?: Result; stale?: Result }> {
    const { method, options } = question
    const { signal, timeout = settings.timeout } = options ?? {}
    const limits = { what: method, idle: timeout, total: settings.maxTimeout, signals: [signal, closing] }
    const deadline = createDeadline(environment, limits)
    const unlink = question.deadline?.onPassed(deadline.abort)
    try {
      deadline.check()
      const [own, shared] = keysFor(question, await deadline.race(wire.partition()))
      for (const key of shelfOf(method).isPrivate ? [own] : [own, shared]) {
        const entry = shelfOf(method).dropping ? undefined : await deadline.race(get(key))
        // What was forgotten meanwhile is not even good for an outage.
        if (entry && !shelfOf(method).dropping) {
          return { key: own, [entry.expires > environment.now() ? 'fresh' : 'stale']: JSON.parse(entry.result) }
        }
      }
      return { key: own }
    } finally {
      unlink?.()
      deadline.stop()
    }
  }

  /** A store that fails, or holds what is no entry, is as good as an empty one. */
  async function get(key: string): Promise<CacheEntry | undefined> {
    const deadline = createDeadline(environment, { what: 'the cache', total: STORE_LIMIT, signals: [closing] })
    try {
      const entry = await deadline.race(Promise.resolve(store?.get(key)))
      return entry && typeof entry.result === 'string' && JSON.parse(entry.result) ? entry : undefined
    } catch (error) {
      failed(error)
      return undefined
    } finally {
      deadline.stop()
    }
  }

  /** Undefined for what should not be kept, or cannot be text. */
  function toText(result: Result): string | undefined {
    try {
      const text = JSON.stringify(result)
      return text.length <= MOST_LENGTH ? text : undefined
    } catch {
      return undefined
    }
  }

  /** Nobody waits for the store. */
  async function keepFor(question: Question, { key: asked, generation, text, ttl, isPublic }: Kept): Promise<void> {
    const { method } = question
    const shelf = shelfOf(method)
    const [own, shared] = keysFor(question, await wire.partition(true))
    if (shelf.generation !== generation || (asked !== undefined && asked !== own)) return
    // Pages of one list are as private as the most private of them.
    if (!isPublic && method.endsWith('/list') && !shelf.isPrivate) {
      shelf.isPrivate = true
      forget(prefixOf(method, ''))
    }
    const key = isPublic && !shelf.isPrivate ? shared : own
    forget(key === own ? shared : own)
    if (text === undefined) return forget(key)
    await attempt(() => store?.set(key, { result: text, expires: environment.now() + ttl }))
    if (shelf.generation !== generation) drop(method)
  }

  function drop(method: string): void {
    // Servers with a handshake allow nothing to be kept.
    if (!store || !isCaching()) return
    const shelf = shelfOf(method)
    shelf.generation++
    shelf.dropping++
    void attempt(() => store?.delete(`${wire.url} ${method} `)).then(() => shelf.dropping--)
  }

  function forget(prefix: string): void {
    void attempt(() => store?.delete(prefix))
  }

  async function attempt(run: () => unknown): Promise<void> {
    try {
      await run()
    } catch (error) {
      failed(error)
    }
  }

  function failed(error: unknown): void {
    wire.warn('The cache failed', error)
  }

  function shelfOf(method: string): Shelf {
    const all = shelves.get(store!) ?? new Map<string, Shelf>()
    shelves.set(store!, all)
    const key = `${wire.url} ${method}`
    const shelf = all.get(key) ?? { generation: 0, dropping: 0, isPrivate: false }
    all.set(key, shelf)
    return shelf
  }

  function keysFor({ method, params }: Question, partition: string): [string, string] {
    const rest = JSON.stringify([extensions, params])
    return [prefixOf(method, `:${partition}`) + rest, prefixOf(method, '') + rest]
  }

  function prefixOf(method: string, partition: string): string {
    return `${wire.url} ${method} ${encodeURIComponent(partition)} `
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || ((error as { status?: number } | null)?.status ?? 0) >= 500
}
