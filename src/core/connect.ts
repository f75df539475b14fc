/** `connect()` for all revisions. */
import { type Connect, createConnectTo } from './create-connect.ts'
import { LEGACY } from './legacy/legacy.ts'
import type { Environment } from './util/environment.ts'

export type { Connect, TypedConnect } from './create-connect.ts'

export function createConnect(environment: Environment): Connect {
  return createConnectTo(environment, LEGACY)
}
