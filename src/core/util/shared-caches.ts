/** The caches of clients without the options `eraCache` and `cache`. */
import type { EraCache, ResponseCache } from '../../types/stores.ts'
import type { Fetch } from '../fetch.ts'

export interface SharedCaches {
  eras: EraCache
  responses: ResponseCache
}

/** Shared by all clients with the same fetch; another fetch, such as a service binding, may lead to another server. */
export const sharedCaches: WeakMap<Fetch, SharedCaches> = /* @__PURE__ */ new WeakMap()
