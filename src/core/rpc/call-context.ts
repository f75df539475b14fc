/** The context of a call: the functions and the state that all calls of a client share. */
import type { Params } from '../../types/jsonrpc.ts'
import type { Emit, Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import type { Emitter } from '../util/emitter.ts'
import type { Environment } from '../util/environment.ts'
import type { TimeoutPause } from '../util/timeout-pause.ts'
import type { Channel } from './channel.ts'
import type { RequestHandlers } from './find-handler.ts'

export interface CallContext {
  channel: Channel
  /** The number of the call, for events; undefined for requests that no call caused. */
  call?: number | undefined
  environment: Environment
  settings: Settings
  emit: Emit
  warn: Warn
  /** Handlers of server requests. Created when they are first needed. */
  requestHandlers(): RequestHandlers
  nextId(): number
  /** Publishes every notification that belongs to no call. */
  notifications: Emitter<[method: string, params: Params]>
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
  activity: Activity
}

/** The current activity of a client. */
export interface Activity {
  /** Calls that are not settled yet. */
  calls: number
  /** The number of the last call. */
  lastCall: number
  /** When bytes last arrived from the server, on the monotonic clock. */
  lastReceived: number
  /** Takes progress to the calls that asked for it, by token: some servers send it on the GET stream. */
  progress?: Map<string, (progress: Params) => void>
  /** Handlers for requests on a stream that all calls share; meanwhile the idle timeout of all calls is paused. */
  activeHandlers: TimeoutPause
}
