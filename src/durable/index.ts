/** The entry `mcp-over-fetch/durable`: calls that outlive the tab, the isolate or the process that made them. */

import type { Client } from '../core/index.ts'
import { connect } from '../core/index.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { createDurable } from './durable.ts'
import type { DurableClient, DurableConnection, DurableOptions } from './types.ts'

export { DurableError } from './errors.ts'
export { type IndexedDbStoreOptions, indexedDbStore } from './indexed-db-store.ts'
export { memoryStore } from './memory-store.ts'
export { type ObjectStorage, objectStore } from './object-store.ts'
export type {
  CallStatus,
  DurableCall,
  DurableCallOptions,
  DurableClient,
  DurableConnection,
  DurableOptions,
  JournalRecord,
  JournalStore,
  JournalView,
  Ownership,
} from './types.ts'

const create = /* @__PURE__ */ createDurable(systemEnvironment, connect)

/**
 * A client whose calls are written down before they are sent. Any tab, worker, isolate or later visit with the same store
 * continues what is open: by resuming its stream, by its task or its question. Where that is impossible, the call ends as
 * `unknown`. Only who wrote a call down sends it.
 *
 * @example
 * const calls = durable(client, { store: indexedDbStore(), principal: user.id })
 * calls.subscribe(() => show(`${calls.get().running} calls are running, ${calls.get().waiting} questions wait`))
 * const result = await calls.callTool('render', { scene: 'teapot' })
 */
export function durable(source: Client | DurableConnection, options: DurableOptions): DurableClient {
  return create(source, options)
}
