/** Protocol extensions: their settings are declared to servers, and their handlers complete results of their own types. */

import type { InputRequests, InputResponses } from '../types/input-required.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { ServerCapabilities } from '../types/lifecycle.ts'
import type { Tool } from '../types/tools.ts'
import type { CallOptions } from './call-options.ts'
import type { Warn } from './events.ts'
import type { Revision } from './revisions.ts'
import type { Environment } from './util/environment.ts'

/** In the settings of an extension: the handlers of its result types. A symbol is never sent to the server. */
export const resultTypes: unique symbol = Symbol.for('mcp-over-fetch.result-types')

/** In the settings of an extension: a function that adds params to tool calls. A symbol is never sent to the server. */
export const callParams: unique symbol = Symbol.for('mcp-over-fetch.call-params')

type Result = Record<string, unknown>

/** What the server of a call supports. */
export interface ServerFacts {
  revision: Revision
  capabilities: ServerCapabilities | undefined
}

/** What a result handler may do on behalf of the call. */
export interface ResultContext extends ServerFacts {
  /** Sends another request to the same server. */
  call(method: string, params?: Params, options?: CallOptions): Promise<Result>
  /** Runs the handlers of the application for these input requests. */
  answer(requests: InputRequests, signal?: AbortSignal): Promise<InputResponses>
  /** Calls the listener with every notification that belongs to no call. Returns the function that ends that. */
  subscribe(listener: (method: string, params: Params) => void): () => void
  /** The options of the call. */
  options: CallOptions
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
  environment: Environment
  warn: Warn
}

/** Turns a result of the extension's type into the result of the call. */
export type ResultHandler = (result: Result, context: ResultContext) => Promise<Result>

/** Returns further params for a call of the tool that `findTool` looks up, if any. */
export type CallParams = (
  server: ServerFacts,
  findTool: () => Promise<Tool | undefined>,
) => Promise<Params | undefined> | undefined

export interface Extension {
  [callParams]?: CallParams
  [resultTypes]?: Record<string, ResultHandler>
}

/** The function of a declared extension that adds params to tool calls, if there is one. */
export function findCallParams(extensions: Record<string, object>): CallParams | undefined {
  return (Object.values(extensions) as Extension[]).find((extension) => extension[callParams])?.[callParams]
}

/** The handler of a result type, if a declared extension has one. */
export function findResultHandler(extensions: Record<string, object>, type: string): ResultHandler | undefined {
  for (const extension of Object.values(extensions) as Extension[]) {
    const handlers = extension[resultTypes]
    if (handlers && Object.hasOwn(handlers, type)) return handlers[type]
  }
  return undefined
}
