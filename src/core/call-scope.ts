/** The scope of one request: what identifies it, how long it may take, and where its attempts went. */
import type { JsonRpcRequest } from '../types/jsonrpc.ts'
import type { Delivery, TimeoutError, TimeoutLimit } from './errors.ts'
import { Deadline, type DeadlineOptions } from './util/deadline.ts'
import type { Environment } from './util/environment.ts'

export interface ScopeOptions extends DeadlineOptions {
  /** The number of the call that it belongs to, if any. */
  call?: number | undefined
  /** The scope that this one is a part of: what is sent in this one counts there too. */
  owner?: CallScope
  /** What was sent before this scope begins may have been executed. */
  isSent?: boolean
}

export class CallScope extends Deadline {
  /** The number of the call that it belongs to, for events. */
  readonly call: number | undefined
  /** The request as it was sent last. */
  request: JsonRpcRequest | undefined
  /** The era in which it was sent last, or the transport during the handshake. */
  era: object | undefined
  /** That era was only remembered: no answer had confirmed it. */
  isEraUnverified = false
  /** The session in which it was sent last. */
  session: object | undefined
  /** An earlier attempt may have been executed. */
  mayHaveRun = false
  readonly #owner: CallScope | undefined
  #isSent: boolean

  constructor(environment: Environment, options: ScopeOptions) {
    super(environment, options)
    this.#owner = options.owner
    this.#isSent = !!options.isSent
    this.call = options.call ?? options.owner?.call
  }

  /** Whether an attempt is out, as far as nobody has shown that the server did not execute it. */
  get isSent(): boolean {
    return this.#isSent || this.mayHaveRun
  }

  set isSent(isSent: boolean) {
    this.#isSent = isSent
    if (this.#owner) this.#owner.isSent = isSent
  }

  /** What the end of this scope says of the execution. */
  get delivery(): Delivery {
    return this.isSent ? 'unknown' : 'not-executed'
  }

  protected override toError(message: string, limit: TimeoutLimit): TimeoutError {
    return super.toError(message, limit, this.delivery)
  }
}

/** Runs a function in a new scope, whose timers are stopped when the function has ended. */
export async function withScope<T>(
  environment: Environment,
  options: ScopeOptions,
  run: (scope: CallScope) => Promise<T>,
): Promise<T> {
  const scope = new CallScope(environment, options)
  try {
    return await run(scope)
  } finally {
    scope.stop()
  }
}
