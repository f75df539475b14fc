/** The scope of one request: what identifies it, how long it may take, and where its attempts went. */
import type { JsonRpcRequest } from '../types/jsonrpc.ts'
import type { Delivery } from './errors.ts'
import { Deadline, type DeadlineOptions } from './util/deadline.ts'
import type { Environment } from './util/environment.ts'

export interface ScopeOptions extends DeadlineOptions {
  /** The number of the call that it belongs to, if any. */
  call?: number | undefined
  /** The scope that this one is a part of: what is sent in this one counts there too. */
  owner?: CallScope
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
  #isSent = false

  constructor(environment: Environment, options: ScopeOptions) {
    super(environment, options)
    this.#owner = options.owner
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

  override get delivery(): Delivery {
    return this.isSent ? 'unknown' : 'not-executed'
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
