/** Results that ask for input before they are complete (2026-07-28, basic/patterns/mrtr). */
import type { CreateMessageResult, ElicitResult, Root } from './client-features.ts'
import type { Params } from './jsonrpc.ts'

export interface InputRequest {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params?: Params
}

/** Keyed by names that the server chose. */
export type InputRequests = Record<string, InputRequest>

/** Keyed like the requests. */
export type InputResponses = Record<string, ElicitResult | CreateMessageResult | { roots: Root[] }>

/** A call that waits for input, as plain JSON: it can be finished by another client, later. */
export interface Continuation {
  /** The endpoint; it is refused for any other. */
  url: string
  method: string
  params: Params
  inputRequests?: InputRequests
  /** Opaque state of the server, sent back unchanged. */
  requestState?: string
  /** The answers to `inputRequests`. */
  inputResponses?: InputResponses
}

/** The result of a call with `inputRequired: 'return'` when the server asks for input. */
export interface InputRequired {
  resultType: 'input_required'
  inputRequests?: InputRequests
  requestState?: string
  continuation: Continuation
}
