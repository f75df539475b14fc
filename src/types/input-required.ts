/** Results that ask for input before they are complete (2026-07-28, basic/patterns/mrtr). */
import type { AllowUndefined } from './allow-undefined.ts'
import type { CreateMessageResult, ElicitResult, Root } from './client-features.ts'
import type { Params } from './jsonrpc.ts'

/** Something that a server asks for before it completes a call. */
export interface InputRequest {
  /** The method: an elicitation, a sampled message, or the roots. */
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  /** The parameters of that method. */
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
  /** The method of the call. */
  method: string
  /** The parameters of the call. */
  params: Params
  /** What the server asks for. */
  inputRequests?: InputRequests
  /** Opaque state of the server, sent back unchanged. */
  requestState?: string
  /** The answers to `inputRequests`. */
  inputResponses?: Record<string, AllowUndefined<InputResponses[string]> | undefined> | undefined
}

/** The result of a call with `inputRequired: 'return'` when the server asks for input. */
export interface InputRequired {
  /** Tells it from the result of the call. */
  resultType: 'input_required'
  /** What the server asks for. */
  inputRequests?: InputRequests
  /** Opaque state of the server. */
  requestState?: string
  /** Resumes the call, together with the answers. */
  continuation: Continuation
}
