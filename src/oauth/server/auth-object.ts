/** The Durable Object in which one person's authorization lives. */
import { systemEnvironment } from '../../core/util/environment.ts'
import { matches } from '../store/compare-and-set.ts'
import type { StoreRequest } from './durable-store.ts'
import { createLeases, type Leases } from './lease.ts'

/** The part of a Durable Object's storage that is used. */
export interface DurableStorage {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<boolean>
  transaction<T>(run: (storage: Omit<DurableStorage, 'transaction'>) => Promise<T>): Promise<T>
}

/** `export { AuthObject } from 'mcp-over-fetch/oauth/web'`, and bind it: Durable Objects are classes. */
export class AuthObject {
  readonly #storage: DurableStorage
  readonly #leases: Leases

  constructor({ storage }: { storage: DurableStorage }) {
    this.#storage = storage
    this.#leases = createLeases(storage, systemEnvironment)
  }

  async fetch(request: Request): Promise<Response> {
    return Response.json({ result: await answer(await request.json(), this.#storage, this.#leases) })
  }
}

function answer(request: StoreRequest, storage: DurableStorage, leases: Leases): Promise<unknown> {
  switch (request.operation) {
    case 'get':
      return storage.get(keyOf(request.key))
    case 'lock':
      return leases.acquire(request.key, request.owner)
    case 'extend':
      return leases.extend(request.key, request.owner)
    case 'unlock':
      return leases.release(request.key, request.owner)
    default:
      return swap(request, storage)
  }
}

function swap(request: StoreRequest & { operation: 'set' | 'delete' }, storage: DurableStorage): Promise<boolean> {
  return storage.transaction(async (values) => {
    const key = keyOf(request.key)
    if (!matches(await values.get(key), request.expected)) return false
    if (request.operation === 'set') await values.put(key, request.value)
    else await values.delete(key)
    return true
  })
}

/** Apart from the leases. */
const keyOf = (key: string): string => `value ${key}`
