/** The entry `mcp-over-fetch/store`: a connection as an observable value, for user interfaces of any framework. */
export { viewOf } from '../apps/index.ts'

import { type AnyServer, connect } from '../core/index.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { createStoreFactory } from './create-store.ts'
import type { McpStore, McpStoreOptions } from './types.ts'

/**
 * A connection as a value that changes. Nothing is requested before something subscribes, unless `start` is `eager`.
 *
 * @example
 * const store = createMcpStore('https://tools.example.com/mcp')
 * const stop = store.subscribe(() => render(store.get()))
 */
export const createMcpStore: CreateMcpStore = /* @__PURE__ */ createStoreFactory(
  systemEnvironment,
  connect,
) as CreateMcpStore

/** The type of `createMcpStore()`, which takes the interface of the server as well. */
export type CreateMcpStore = <Server extends AnyServer = AnyServer>(
  url: string | URL,
  options?: McpStoreOptions,
) => McpStore<Server>

export { idleView } from './create-store.ts'
export { type FormSource, type FormValues, formValues } from './form-values.ts'
export { createMcpGroupStore, idleGroupView } from './group-store.ts'
export type {
  GroupQuestion,
  GroupStoreServer,
  GroupStoreServers,
  McpGroupStore,
  McpGroupStoreOptions,
  McpGroupView,
} from './group-types.ts'
export { select } from './observable.ts'
export type {
  ElicitQuestion,
  ListName,
  McpLists,
  McpStore,
  McpStoreOptions,
  McpView,
  Observable,
  Question,
  SampleQuestion,
  StoreAuth,
  StoreSignInDriver,
} from './types.ts'
