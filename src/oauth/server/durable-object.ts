/** The Durable Object that holds the authorization of one user. */
import { systemEnvironment } from '../../core/util/environment.ts'
import { matchesExpected } from '../store/compare-and-set.ts'
import type { StoreRequest } from './durable-store.ts'
import { createLeases, type Leases } from './lease.ts'

/** The part of a Durable Object's storage that is used. */
export interface DurableStorage {
  /** Reads a value. */
  get(key: string): Promise<unknown>
  /** Writes a value. */
  put(key: string, value: unknown): Promise<void>
  /** Deletes a value. */
  delete(key: string): Promise<boolean>
  /** Runs reads and writes as one. */
  transaction<T>(run: (storage: Omit<DurableStorage, 'transaction'>) => Promise<T>): Promise<T>
}

/** Durable Objects are classes: `export { AuthObject } from 'mcp-over-fetch/oauth/server'`, and bind it. */
export class AuthObject {
  readonly #storage: DurableStorage
  readonly #leases: Leases

  constructor({ storage }: { storage: DurableStorage }) {
    this.#storage = storage
    this.#leases = createLeases(storage, systemEnvironment)
  }

  /** Answers the requests of `durableStore()`. */
  async fetch(request: Request): Promise<Response> {
    return Response.json({ result: await handleRequest(await request.json(), this.#storage, this.#leases) })
  }
}

function handleRequest(request: StoreRequest, storage: DurableStorage, leases: Leases): Promise<unknown> {
  switch (request.operation) {
    case 'get':
      return storage.get(valueKey(request.key))
    case 'lock':
      return leases.acquire(request.key, request.owner)
    case 'extend':
      return leases.extend(request.key, request.owner)
    case 'unlock':
      return leases.release(request.key, request.owner)
    default:
      return compareAndSet(request, storage)
  }
}

function compareAndSet(
  request: StoreRequest & { operation: 'set' | 'delete' },
  storage: DurableStorage,
): Promise<boolean> {
  return storage.transaction(async (values) => {
    const key = valueKey(request.key)
    if (!matchesExpected(await values.get(key), request.expected)) return false
    if (request.operation === 'set') await values.put(key, request.value)
    else await values.delete(key)
    return true
  })
}

/** The prefix keeps values apart from leases. */
const valueKey = (key: string): string => `value ${key}`
