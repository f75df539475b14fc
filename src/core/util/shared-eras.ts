/** What clients without the option `eraCache` know of servers, for add-ons that know more of one. */
import type { EraCache } from '../../types/stores.ts'
import type { Fetch } from '../fetch.ts'

/** By their `fetch`, from the first connection on. */
export const sharedEras: WeakMap<Fetch, EraCache> = /* @__PURE__ */ new WeakMap()
