/** Where an extension of the protocol plugs in: its settings are declared, and its types of results are handled. */

import type { InputRequests, InputResponses } from '../types/input-required.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { CallOptions } from './options.ts'
import type { Environment } from './util/environment.ts'

/** In the settings of an extension: what becomes of results of its own types. Symbols are never sent. */
export const resultTypes: unique symbol = Symbol.for('mcp-over-fetch.result-types')

type Result = Record<string, unknown>

/** What a handler of results may do on behalf of the call. */
export interface ResultContext {
  /** Another request to the same server. */
  call(method: string, params?: Params, options?: CallOptions): Promise<Result>
  /** Asks the application what the server asks of it. */
  answer(requests: InputRequests, signal?: AbortSignal): Promise<InputResponses>
  /** Of the call whose result it is. */
  options: CallOptions
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
  environment: Environment
  /** Reports a failure nobody waits for. */
  warn(message: string, error: unknown): void
}

/** From the result of an extension's type to the result that the call is for. */
export type ResultHandler = (result: Result, context: ResultContext) => Promise<Result>

export interface Extension {
  [resultTypes]?: Record<string, ResultHandler>
}

/** The handler of a type, if an extension that was declared has one. */
export function findResultHandler(extensions: Record<string, object>, type: string): ResultHandler | undefined {
  for (const extension of Object.values(extensions) as Extension[]) {
    const handlers = extension[resultTypes]
    if (handlers && Object.hasOwn(handlers, type)) return handlers[type]
  }
  return undefined
}
