/** The wire types of every revision. Types only: importing this module costs nothing at run time. */
export type * from './types/client-features.ts'
export type * from './types/content.ts'
export type * from './types/jsonrpc.ts'
export type * from './types/lifecycle.ts'
export type * from './types/notifications.ts'
export type * from './types/tools.ts'
