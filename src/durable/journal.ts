/** The journal of one principal and server: the store, the copy of it that a user interface sees, and news of other tabs. */
import type { CallToolResult } from '../core/index.ts'
import { createEmitter } from '../core/util/emitter.ts'
import type { Environment } from '../core/util/environment.ts'
import { DurableError } from './errors.ts'
import type { DurableCall, DurableOptions, JournalRecord, JournalView } from './types.ts'

export interface Journal {
  /** The entries by their keys, as far as they are known. */
  records: Map<string, JournalRecord>
  view(): JournalView
  subscribe(listener: () => void): () => void
  /** Reads the store. Entries of calls that have ended are deleted when they expire. */
  load(isMine: (key: string) => boolean): Promise<void>
  /** Rejects if it is unknown whether there is such an entry. */
  get(key: string): Promise<JournalRecord | undefined>
  /** False if the entry has another revision. */
  put(record: JournalRecord, expected: number | undefined): Promise<boolean>
  remove(keys: readonly string[]): Promise<void>
  /** The end of a call. */
  outcome(key: string, signal: AbortSignal | undefined): Promise<CallToolResult>
  /** Hears of nothing more, and tells nobody. */
  leave(): void
}

/** `onNews`: another tab or worker of this origin has changed something. */
export function openJournal(
  environment: Environment,
  { store, lease = 15_000 }: DurableOptions,
  { prefix, isShared, closing }: { prefix: string; isShared: boolean; closing: AbortSignal },
  onNews: () => void,
): Journal {
  const records = new Map<string, JournalRecord>()
  const changes = createEmitter<[]>()
  let view: JournalView = { calls: [], running: 0, waiting: 0 }
  let channel = isShared ? openChannel(`mcp-durable ${prefix}`) : undefined
  if (channel) channel.onmessage = onNews
  return {
    records,
    view: () => view,
    subscribe: (listener) => changes.subscribe(listener),
    load,
    get,
    put,
    remove,
    outcome,
    leave() {
      channel?.close()
      channel = undefined
    },
  }

  async function load(isMine: (key: string) => boolean): Promise<void> {
    const found = await store.list(prefix)
    const now = environment.now()
    const known = new Map(records)
    records.clear()
    for (const record of found) {
      const { key, expires, call } = record
      // Others end as `unknown` first.
      if (expires <= now && !isOpen(call) && !isMine(key)) await store.delete(key)
      else records.set(key, record)
    }
    // What was written meanwhile is newer.
    for (const [key, record] of known) if (isMine(key)) records.set(key, record)
    publish()
  }

  function get(key: string): Promise<JournalRecord | undefined> {
    return store.get(key).catch(refuse)
  }

  async function put(record: JournalRecord, expected: number | undefined): Promise<boolean> {
    const isWritten: unknown = await store.put(record, expected).catch(refuse)
    if (typeof isWritten !== 'boolean') throw new TypeError('durable: store.put() must say whether it has written')
    if (isWritten) {
      records.set(record.key, record)
      tell()
    }
    return isWritten
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await store.delete(key)
      records.delete(key)
    }
    tell()
  }

  function tell(): void {
    publish()
    channel?.postMessage('')
  }

  async function outcome(key: string, signal: AbortSignal | undefined): Promise<CallToolResult> {
    for (;;) {
      const record = await store.get(key)
      const { status = 'missing', result, error } = record?.call ?? ({} as Partial<DurableCall>)
      if (result) return result
      if (status === 'missing' || error) {
        const { delivery = 'unknown', message = 'The journal does not have this call', code } = error ?? {}
        throw new DurableError(message, { reason: status as DurableError['reason'], delivery, callCode: code })
      }
      await nextChange(signal)
    }
  }

  function nextChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (event: Event) => end(() => reject((event.target as AbortSignal).reason))
      const signals = [closing, signal]
      // Not in the background: somebody waits, so the process must not end.
      const stop = environment.setTimer(() => end(resolve), lease)
      const unsubscribe = changes.subscribe(() => end(resolve))
      for (const one of signals) {
        if (one?.aborted) end(() => reject(one.reason))
        one?.addEventListener('abort', abort)
      }
      function end(settle: () => void): void {
        stop()
        unsubscribe()
        for (const one of signals) one?.removeEventListener('abort', abort)
        settle()
      }
    })
  }

  function publish(): void {
    const calls = [...records.values()].map(({ call }) => call).sort((a, b) => a.startedAt - b.startedAt)
    const count = (status: DurableCall['status']) => calls.filter((call) => call.status === status).length
    view = { calls, running: count('running'), waiting: count('waiting') }
    changes.publish()
  }
}

/** Not ended yet. */
export function isOpen({ status }: DurableCall): boolean {
  return status === 'running' || status === 'waiting'
}

function refuse(cause: unknown): never {
  throw new DurableError('The journal cannot be used', { reason: 'store', delivery: 'not-executed', cause })
}

function openChannel(name: string): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined
  const channel = new BroadcastChannel(name)
  // Node would not end while it is open.
  ;(channel as { unref?(): void }).unref?.()
  return channel
}
