/** What all calls of a client share: functions, settings and state. */
import type { Params } from '../../types/jsonrpc.ts'
import type { Emit, Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import type { Emitter } from '../util/emitter.ts'
import type { Environment } from '../util/environment.ts'
import type { TimeoutPause } from '../util/timeout-pause.ts'

/** Returns the result for the server. */
export type RequestHandler = (signal: AbortSignal) => unknown

/**
 * By JSON-RPC method. Each returns the handler for these params; undefined if no declared capability covers them.
 * `unchanged` also has members that are null.
 */
export type RequestHandlers = Record<
  string,
  ((params: Params, unchanged: Params) => RequestHandler | undefined) | undefined
>

export interface CallContext {
  environment: Environment
  settings: Settings
  emit: Emit
  warn: Warn
  /** Handlers of server requests. Created when they are first needed. */
  requestHandlers(): RequestHandlers
  nextId(): number
  /** Publishes every notification that belongs to no call. */
  notifications: Emitter<[method: string, params: Params]>
  /** Publishes what each request shows of the server: the error of the network, or undefined for an answer. */
  outcomes: Emitter<[error: unknown]>
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
  activity: Activity
}

/** A call that asked for progress. */
export interface ProgressTarget {
  deliver(progress: Params): void
  /** No report is expected any more, as far as the last one tells. */
  isComplete: boolean
  /** Called when the last report has come. */
  onComplete?(): void
}

/** The current activity of a client. */
export interface Activity {
  /** Calls that are not settled yet. */
  calls: number
  /** The number of the last call. */
  lastCall: number
  /** Answers to the server under way that need no handler. */
  answers: number
  /** The requests of the server that are being handled, by the stream on which they came. */
  queues?: Set<{ cancel(id: unknown): void }>
  /** When bytes last arrived from the server, on the monotonic clock. */
  lastReceived: number
  /**
   * Takes progress to the calls that asked for it, by token: some servers send it on the GET stream. Absent in the modern
   * era, where it comes only on the stream of its request.
   */
  progress?: Map<string, ProgressTarget> | undefined
  /** The session has delivered progress of a call on a stream that belongs to no call. */
  progressElsewhere?: boolean
  /** Handlers for requests on a stream that all calls share; meanwhile the idle timeout of all calls is paused. */
  activeHandlers: TimeoutPause
}
