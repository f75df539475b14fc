/** The entry `mcp-over-fetch/oauth/browser`: sign-in drivers and stores for browsers. */
export { type IdbStoreOptions, idbStore } from './idb-store.ts'
export { type PopupOptions, popup } from './popup.ts'
export { finishRedirect, isCallback, type RedirectOptions, type Returned, redirect } from './redirect.ts'
export { type LocalStoreOptions, localStore, tabStore } from './web-storage.ts'
