/** What every call of a client needs. */
import type { Params } from '../../types/jsonrpc.ts'
import type { Emit, Warn } from '../events.ts'
import type { Settings } from '../settings.ts'
import type { Emitter } from '../util/emitter.ts'
import type { Environment } from '../util/environment.ts'
import type { TimeoutPause } from '../util/timeout-pause.ts'
import type { Channel } from './channel.ts'
import type { RequestHandlers } from './request-handlers.ts'

export interface CallContext {
  channel: Channel
  environment: Environment
  settings: Settings
  emit: Emit
  warn: Warn
  /** Handlers of server requests. */
  requestHandlers: RequestHandlers
  nextId(): number
  /** Publishes every notification that belongs to no call. */
  notifications: Emitter<[method: string, params: Params]>
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
  activity: Activity
}

/** What goes on at the moment. */
export interface Activity {
  /** Calls that are not settled yet. */
  calls: number
  /** When something last arrived from the server. */
  lastReceived: number
  /** While handlers of the application run, calls do not time out. */
  activeHandlers: TimeoutPause
}
